import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import postcss, { type AtRule, type ChildNode, CssSyntaxError, type Declaration, type Root } from "postcss";
import type { BrandFinding } from "./brand-fault.ts";
import { type ContrastRepairs, findContrastRepairs, isSolidColour, measuredPairs } from "./contrast.rule.ts";
import {
  allTokens,
  colourTokens,
  lengthTokens,
  type Scheme,
  schemes,
  type TokenValues,
  tokensOfBothSchemes,
} from "./token.table.ts";

/** Parses tokens.css: `:root` for light, `:root` in the dark media query for dark. Any other rule is a finding. */
export function readTokens(css: string): { values: TokenValues; findings: BrandFinding[] } {
  const values: TokenValues = { light: new Map(), dark: new Map() };
  const findings: BrandFinding[] = [];
  let sheet: Root;
  try {
    sheet = postcss.parse(css);
  } catch (fault) {
    if (!(fault instanceof CssSyntaxError)) throw fault;
    const { line = 1, column = 1, reason } = fault;
    return { values, findings: [{ location: `${line}:${column}`, reason: `is not CSS: ${reason}`, code: "css" }] };
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
        code: "css",
      });
      return;
    }
    for (const declaration of node.nodes)
      if (declaration.type === "decl") readDeclaration(declaration, scheme);
      else if (declaration.type !== "comment")
        findings.push({ location: locationOf(declaration), reason: "only custom properties belong here", code: "css" });
  }

  function readDeclaration(declaration: Declaration, scheme: Scheme) {
    const { prop } = declaration;
    // PostCSS keeps the space after a value that no semicolon ends.
    const value = onOneLine(declaration.value);
    const known = scheme === "light" ? allTokens.has(prop) : tokensOfBothSchemes.includes(prop);
    const location = locationOf(declaration);
    const facts = { location, values: { token: prop, scheme } };
    const error = valueError(prop, value);
    if (!known) {
      const reason = `${prop} is not a token that a brand sets for ${scheme}`;
      findings.push({ ...facts, reason, code: "tokenUnknown" });
    } else if (values[scheme].has(prop)) findings.push({ ...facts, reason: `${prop} is set twice`, code: "css" });
    else if (error !== undefined) findings.push({ ...facts, ...error });
    else values[scheme].set(prop, value);
  }
}

/** Puts values in the place of those of tokens.css, and leaves the rest of the file as it is. */
export function changeTokens(css: string, changed: TokenValues): string {
  const sheet = postcss.parse(css);
  sheet.walkDecls((declaration) => {
    const scheme = declaration.parent?.parent?.type === "atrule" ? "dark" : "light";
    const value = changed[scheme].get(declaration.prop);
    if (value !== undefined && onOneLine(value) !== onOneLine(declaration.value)) declaration.value = value;
  });
  return sheet.toString();
}

/** Without line ends, which a field of a form removes. */
const onOneLine = (value: string) => value.trim().replace(/\s+/g, " ");

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
export function checkTokens(css: string): BrandFinding[] {
  const { values, findings } = readTokens(css);
  const missing = schemes.flatMap((scheme) =>
    [...(scheme === "light" ? allTokens : tokensOfBothSchemes)]
      .filter((token) => !values[scheme].has(token) && !findings.some(({ reason }) => reason.startsWith(`${token} `)))
      .map((token) => ({
        location: `${scheme} ${token}`,
        reason: "is missing",
        code: "tokenMissing" as const,
        values: { token, scheme },
      })),
  );
  return [...findings, ...missing, ...contrastFindings(values)];
}

function contrastFindings(values: TokenValues): BrandFinding[] {
  const repairs = { light: findContrastRepairs(values.light), dark: findContrastRepairs(values.dark) };
  return measuredPairs(values)
    .filter(({ ratio, atLeast }) => ratio < atLeast)
    .map((pair) => contrastFinding(pair, repairs[pair.scheme]));
}

function contrastFinding(
  { scheme, ink, ground, ratio, atLeast }: ReturnType<typeof measuredPairs>[number],
  repairs: ContrastRepairs,
): BrandFinding {
  const token = repairs.has(ink) ? ink : ground;
  const colour = repairs.get(token);
  const repair =
    colour === undefined ? "no lightness of this hue passes on all its grounds" : `change ${token} to ${colour}`;
  // Rounded down, so that 4.498 is not displayed as 4.5.
  const measured = String(Math.floor(ratio * 100) / 100);
  const facts = { scheme, ink, ground, ratio: measured, needed: String(atLeast) };
  return {
    location: `${scheme} ${ink}`,
    reason: `${ink} on ${ground} has a contrast of ${measured}, at least ${atLeast} is needed; ${repair}`,
    ...(colour === undefined
      ? { code: "noLightness", values: facts }
      : { code: "contrast", values: { ...facts, token, colour } }),
  };
}

function valueError(token: string, value: string): Pick<BrandFinding, "reason" | "code"> | undefined {
  if (/url\(|[<>\\]|expression/i.test(value))
    return { reason: `${token} may not fetch or escape anything`, code: "tokenValue" };
  if (isOneOf(colourTokens, token) && !isSolidColour(value))
    return { reason: `${token} must be a solid colour as #rrggbb`, code: "colour" };
  if (isOneOf(lengthTokens, token) && !/^\d+(\.\d+)?(px|rem|em)$|^0$/.test(value))
    return { reason: `${token} must be a length such as 8px`, code: "length" };
  if (token === "--weight-display" && !/^[1-9]\d{0,2}$/.test(value))
    return { reason: `${token} must be a weight from 1 to 999`, code: "weight" };
  return undefined;
}

function isDarkQuery(node: ChildNode): node is AtRule {
  return node.type === "atrule" && node.name === "media" && /^\(prefers-color-scheme:\s*dark\)$/.test(node.params);
}

function locationOf(node: ChildNode): string {
  return `${node.source?.start?.line ?? 1}:${node.source?.start?.column ?? 1}`;
}
