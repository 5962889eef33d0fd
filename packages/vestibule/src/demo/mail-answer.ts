import type { Context } from "hono";

/** An e-mail, or a page that stands alone: brings its own styles and may do nothing but be read. */
export const mailHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; frame-ancestors 'self'; " +
    "sandbox allow-popups allow-popups-to-escape-sandbox",
  "x-frame-options": "SAMEORIGIN",
};

/** A mail as an inbox shows it: in a frame of this site or alone, its links in a tab of their own. */
export function mailAnswer(c: Context, mail: string) {
  return c.html(mail.replace("<head>", '<head><base target="_blank">'), 200, mailHeaders);
}
