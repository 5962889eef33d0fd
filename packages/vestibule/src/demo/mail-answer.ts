import type { Context } from "hono";

/** An e-mail brings its own styles and may do nothing but be read. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; frame-ancestors 'self'; " +
  "sandbox allow-popups allow-popups-to-escape-sandbox";

/** A mail as an inbox shows it: in a frame of this site or alone, its links in a tab of their own. */
export function mailAnswer(c: Context, mail: string) {
  c.header("content-security-policy", policy);
  c.header("x-frame-options", "SAMEORIGIN");
  return c.html(mail.replace("<head>", '<head><base target="_blank">'));
}
