import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import postcss, { type AtRule, type ChildNode, CssSyntaxError, type Declaration, type Root } from "postcss";
import type { Finding } from "./brand-fault.ts";
import { type ContrastRepairs, contrast, findContrastRepairs, isSolidColour } from "./contrast.rule.ts";
import {
  allTokens,
  type ContrastPair,
  colourTokens,
  contrastPairs,
  lengthTokens,
  tokensOfBothSchemes,
} from "./token.table.ts";

export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];
export type TokenValues = Record<Scheme, Map<string, string>>;

/** Parses tokens.css: `:root` for light, `:root` in the dark media query for dark. Any other rule is a finding. */
export function readTokens(css: string): { values: TokenValues; findings: Finding[] } {
  const values: TokenValues = { light: new Map(), dark: new Map() };
  const findings: Finding[] = [];
  let sheet: Root;
  try {
    sheet = postcss.parse(css);
  } catch (fault) {
    if (!(fault instanceof CssSyntaxError)) throw fault;
    const { line = 1, column = 1, reason } = fault;
    return { values, findings: [{ location: `${line}:${column}`, reason: `is not CSS: ${reason}` }] };
  }
  for (const node of sheet.nodes)
    if (isDarkQuery(node)) for (const inner of node.nodes ?? []) readRoot(inner, "dark");
    else readRoot(node, "light");
  return { values, findings };

  function readRoot(node: ChildNode, scheme: Scheme) {
    if (node.type === "comment") return;
    if (node.type !== "rule" || node.selector !== ":root") {
      findings.push({
        location: locationOf(node),
        reason: "only :root, and :root in the dark media query, belong here",
      });
      return;
    }
    for (const declaration of node.nodes)
      if (declaration.type === "decl") readDeclaration(declaration, scheme);
      else if (declaration.type !== "comment")
        findings.push({ location: locationOf(declaration), reason: "only custom properties belong here" });
  }

  function readDeclaration(declaration: Declaration, scheme: Scheme) {
    const { prop } = declaration;
    // PostCSS keeps the space after a value that no semicolon ends.
    const value = declaration.value.trim();
    const known = scheme === "light" ? allTokens.has(prop) : tokensOfBothSchemes.includes(prop);
    const fault = values[scheme].has(prop) ? `${prop} is set twice` : valueFault(prop, value);
    const reason = known ? fault : `${prop} is not a token that a brand sets for ${scheme}`;
    if (reason) findings.push({ location: locationOf(declaration), reason });
    else values[scheme].set(prop, value);
  }
}

/**
 * Writes tokens in one form, whatever the file's: light before dark, no comments, colours of six digits. E-mails and
 * icons search their colours in the text.
 */
export function writeTokens(values: TokenValues): string {
  const [light, dark] = schemes.map((scheme) => {
    const declarations = [...values[scheme]].map(([token, value]) => `  ${token}: ${withSixDigits(value)};\n`);
    return `:root {\n${declarations.join("")}}\n`;
  });
  return `${light}\n@media (prefers-color-scheme: dark) {\n${dark}}\n`.replace(/\/\*[\s\S]*?\*\//g, "");
}

const withSixDigits = (value: string) => value.replace(/^#(\w)(\w)(\w)$/, "#$1$1$2$2$3$3");

/** Reports tokens that are unreadable, missing, of the wrong type, or with too little contrast. */
export function checkTokens(css: string): Finding[] {
  const { values, findings } = readTokens(css);
  const missing = schemes.flatMap((scheme) =>
    [...(scheme === "light" ? allTokens : tokensOfBothSchemes)]
      .filter((token) => !values[scheme].has(token) && !findings.some(({ reason }) => reason.startsWith(`${token} `)))
      .map((token) => ({ location: scheme, reason: `${token} is missing` })),
  );
  return [...findings, ...missing, ...contrastFindings(values)];
}

/** Contrast ratio of every pair; pairs with an unreadable colour are left out. */
export function measuredPairs(values: TokenValues) {
  return schemes.flatMap((scheme) =>
    contrastPairs.flatMap((pair) => {
      const ink = values[scheme].get(pair.ink);
      const ground = values[scheme].get(pair.ground);
      return ink && ground ? [{ ...pair, scheme, ratio: contrast(ink, ground) }] : [];
    }),
  );
}

function contrastFindings(values: TokenValues): Finding[] {
  const repairs = { light: findContrastRepairs(values.light), dark: findContrastRepairs(values.dark) };
  return measuredPairs(values)
    .filter(({ ratio, atLeast }) => ratio < atLeast)
    .map(({ scheme, ink, ground, ratio, atLeast }) => ({
      location: scheme,
      // Rounded down, so that 4.498 is not displayed as 4.5.
      reason: `${ink} on ${ground} has a contrast of ${Math.floor(ratio * 100) / 100}, at least ${atLeast} is needed; ${describeRepair({ ink, ground }, repairs[scheme])}`,
    }));
}

function describeRepair({ ink, ground }: Pick<ContrastPair, "ink" | "ground">, repairs: ContrastRepairs): string {
  const token = repairs.has(ink) ? ink : ground;
  const colour = repairs.get(token);
  return colour === undefined ? "no lightness of this hue passes on all its grounds" : `change ${token} to ${colour}`;
}

function valueFault(token: string, value: string): string | undefined {
  if (/url\(|[<>\\]|expression/i.test(value)) return `${token} may not fetch or escape anything`;
  if (isOneOf(colourTokens, token) && !isSolidColour(value)) return `${token} must be a solid colour as #rrggbb`;
  if (isOneOf(lengthTokens, token) && !/^\d+(\.\d+)?(px|rem|em)$|^0$/.test(value))
    return `${token} must be a length such as 8px`;
  if (token === "--weight-display" && !/^[1-9]\d{0,2}$/.test(value)) return `${token} must be a weight from 1 to 999`;
  return undefined;
}

function isDarkQuery(node: ChildNode): node is AtRule {
  return node.type === "atrule" && node.name === "media" && /^\(prefers-color-scheme:\s*dark\)$/.test(node.params);
}

function locationOf(node: ChildNode): string {
  return `${node.source?.start?.line ?? 1}:${node.source?.start?.column ?? 1}`;
}
