import { requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/icon.route";

/** Favicon: the brand's initial on its button colour. */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, language } = context.get(requestContextKey);
  const colour = (role: string) =>
    new RegExp(`--${role}:\\s*(#[0-9a-f]{6})`, "i").exec(brand.tokensCss)?.[1] ?? "#333333";
  const letter = /\p{L}/u.exec(brand.name[language])?.[0]?.toUpperCase() ?? "";
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour("action")}"/><text x="16" y="23" fill="${colour("on-action")}" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle">${letter}</text></svg>`;
  return new Response(drawing, {
    headers: { "content-type": "image/svg+xml", "cache-control": "private, max-age=3600" },
  });
}
