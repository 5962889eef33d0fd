import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import type { BrandFinding } from "@vestibule/contract/brand/brand-fault.ts";
import { type ColourToken, colourTokens, schemes, type TokenValues } from "@vestibule/contract/brand/token.table.ts";

const namedToken = /var\(\s*(--[\w-]+)/g;

/** Reports custom properties in a drawing that are not colours of tokens.css. */
export function checkDrawingTokens(svg: string): BrandFinding[] {
  return namesIn(svg)
    .filter((name) => !isColourToken(name))
    .map((name) => ({ location: "", reason: `${name} is not a colour of tokens.css`, code: "svgToken" as const }));
}

/** An SVG image cannot read the page's custom properties. */
export function embedTokens(svg: string, values: TokenValues): string {
  const names = namesIn(svg).filter(isColourToken);
  if (names.length === 0) return svg;
  const [light, dark] = schemes.map((scheme) =>
    names.map((name) => `${name}:${values[scheme].get(name) ?? "currentColor"}`).join(";"),
  );
  const style = `<style>:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}</style>`;
  return svg.replace(/^<svg[^>]*>/, (tag) => `${tag}${style}`);
}

function namesIn(svg: string): string[] {
  return [...new Set(Array.from(svg.matchAll(namedToken), ([, name = ""]) => name))];
}

function isColourToken(name: string): name is ColourToken {
  return isOneOf(colourTokens, name);
}
