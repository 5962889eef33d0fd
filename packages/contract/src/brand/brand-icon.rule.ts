import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "./brand.schema.ts";

/** Favicon as a data URL, which needs no request: the brand's initial on its button colour. */
export function brandIcon({ name, tokensCss }: Pick<Brand, "name" | "tokensCss">, language: Language): string {
  const colour = (role: string) => new RegExp(`--${role}:\\s*(#[0-9a-f]{6})`, "i").exec(tokensCss)?.[1] ?? "#333333";
  const letter = /\p{L}/u.exec(name[language])?.[0]?.toUpperCase() ?? "";
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour("action")}"/><text x="16" y="23" fill="${colour("on-action")}" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle">${letter}</text></svg>`;
  return svgUrl(drawing);
}

/** Data URL of an SVG drawing, without quotation marks, so that it can be used in an attribute or a style. */
export function svgUrl(drawing: string): string {
  return `data:image/svg+xml,${encodeURIComponent(drawing).replaceAll("'", "%27")}`;
}
