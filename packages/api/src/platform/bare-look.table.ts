import { createHash } from "node:crypto";

/** The look of a page that nothing else belongs to: no brand, no file, no letter but the device's own. */
export const bareStyle =
  ":root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif}body{margin:0}main{display:grid;gap:3rem;max-width:34rem;margin:0 auto;padding:4rem 1.25rem}h1,h2{margin:0 0 .75rem;font-size:1.75rem;line-height:1.2}p{margin:0 0 1rem}a{color:inherit;font-weight:600}button{min-height:3rem;margin:0 0 1rem;padding:0 1.5rem;border:0;border-radius:.5rem;background:CanvasText;color:Canvas;font:inherit;font-weight:600;cursor:pointer}:focus-visible{outline:3px solid;outline-offset:2px}";

const styleSource = `'sha256-${createHash("sha256").update(bareStyle).digest("base64")}'`;

/** Content-Security-Policy of such a page: it carries this style and loads nothing; forms go nowhere unless said. */
export function barePolicy({ formAction = "'none'" }: { formAction?: string } = {}): string {
  return `default-src 'none'; style-src ${styleSource}; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`;
}
