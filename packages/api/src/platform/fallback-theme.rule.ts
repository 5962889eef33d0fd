import { createHash } from "node:crypto";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { fontFaces, fontFamiliesIn } from "@vestibule/contract/brand/brand-fonts.rule.ts";

const neutralTokens = `:root{--surface:#fff;--text:#1c2126;--text-quiet:#59616b;--line:#d9dde2;--line-strong:#737c86;--action:#1c2126;--on-action:#fff;--focus:#1c2126;--panel:#eef0f2;--radius:8px;--line-width:1px;--font-text:system-ui,sans-serif;--font-display:var(--font-text);--weight-display:650}
@media(prefers-color-scheme:dark){:root{--surface:#131518;--text:#f1f3f4;--text-quiet:#a9b1ba;--line:#343a41;--line-strong:#7f8994;--action:#f1f3f4;--on-action:#131518;--focus:#f1f3f4;--panel:#1c2024}}`;

const layout = `:root{color-scheme:light dark}*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:var(--surface);color:var(--text);font:1.0625rem/1.5 var(--font-text);overflow-wrap:break-word}
.page{width:100%;max-width:29.5rem;margin:0 auto;padding:1.25rem 1.25rem 3rem}
.wordmark{min-height:2rem}
.wordmark svg{display:block;width:auto;height:1.75rem;max-width:100%;overflow:visible}
@media(prefers-color-scheme:dark){.wordmark.own svg{padding:.25rem .5rem;border-radius:4px;background:#fff}}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:2.5rem;padding-top:clamp(2rem,9vh,5rem)}
section{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}
section+section{padding-top:2.5rem;border-top:var(--line-width) solid var(--line)}
h1,h2{margin:0 0 .25rem;font-family:var(--font-display);font-weight:var(--weight-display);line-height:1.15;letter-spacing:-.018em;text-wrap:balance}
h1{font-size:min(clamp(1.875rem,1.7rem + .9vw,2.25rem),11vw)}h2{font-size:1.375rem}
section p{text-wrap:pretty}
ul{padding-inline-start:1.25rem}
a{color:var(--action);font-weight:600;text-underline-offset:.2em}
.action,button{display:flex;align-items:center;justify-content:center;width:100%;min-height:3.25rem;margin:.75rem 0 .25rem;padding:.5rem 1.5rem;border:0;border-radius:var(--radius);background:var(--action);color:var(--on-action);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
section+section :is(.action,button),button.quiet{border:var(--line-width) solid var(--line-strong);background:transparent;color:var(--text)}
@media(forced-colors:active){.action,button{border:1px solid ButtonText}section:first-of-type :is(.action,button:not(.quiet)){forced-color-adjust:none;background:ButtonText;color:ButtonFace}}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
@media(min-width:64em){body{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,42%)}body::after{content:"";background:var(--panel)}.wordmark svg{height:2rem}}`;

export interface FallbackTheme {
  css: string;
  /** Hash source that allows `css` inline in a Content-Security-Policy. */
  styleSource: string;
}

/**
 * Styles of a page that needs no files, with the tokens of its brand inline when the brand is known. Its fonts are
 * optional: the browser shows those that it has kept from the portal's pages, and does not wait for others.
 */
export function fallbackTheme(brand?: Pick<Brand, "tokensCss">): FallbackTheme {
  const tokens = brand?.tokensCss ?? neutralTokens;
  // Prevents a token from closing the style element.
  const css = `${fontFaces(fontFamiliesIn(tokens))}${tokens.replaceAll(/\s+/g, " ").replaceAll("<", "\\3c ")}\n${layout}`;
  return { css, styleSource: hashSource(css) };
}

/** Where the forms of a page may lead, redirects included: sources of `form-action`, or anywhere. */
export type FallbackFormAction = { sources: string } | "anywhere";

/** Content-Security-Policy of a fallback page: its own style and script, and no forms unless `formAction` allows them. */
export function fallbackPolicy(
  { styleSource }: FallbackTheme,
  { formAction, script }: { formAction?: FallbackFormAction | undefined; script?: string | undefined } = {},
): string {
  const { sources } = formAction === "anywhere" ? { sources: undefined } : (formAction ?? { sources: "'none'" });
  return [
    "default-src 'none'",
    `style-src ${styleSource}`,
    "font-src 'self'",
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    ...(sources === undefined ? [] : [`form-action ${sources}`]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
