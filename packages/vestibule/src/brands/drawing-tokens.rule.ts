import type { Finding } from "./brand-fault.ts";
import { type ColourToken, colourTokens } from "./token.table.ts";
import { schemes, type TokenValues } from "./tokens-css.rule.ts";

const namedToken = /var\(\s*(--[\w-]+)/g;

/** Custom properties that a drawing names and that are no colour of tokens.css. */
export function checkDrawingTokens(svg: string): Finding[] {
  return namesIn(svg)
    .filter((name) => !isColourToken(name))
    .map((name) => ({ place: "", reason: `${name} is no colour of tokens.css` }));
}

/** Puts the colours that a drawing names into it, for light and dark: an image cannot read those of the page. */
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
  return (colourTokens as readonly string[]).includes(name);
}
