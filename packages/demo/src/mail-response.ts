import type { Context } from "hono";

/** Policy for an e-mail: inline styles, no script. */
export const mailPolicyHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; frame-ancestors 'self'; " +
    "sandbox allow-popups allow-popups-to-escape-sandbox",
  "x-frame-options": "SAMEORIGIN",
};

/** Policy for a page without the portal's script: that of an e-mail, with this host's fonts. */
export const barePageHeaders = {
  ...mailPolicyHeaders,
  "content-security-policy": `${mailPolicyHeaders["content-security-policy"]} allow-same-origin; font-src 'self'`,
};

/** Shows an e-mail in a same-origin frame or alone; its links open in a new tab. */
export function mailResponse(c: Context, mail: string) {
  return c.html(mail.replace("<head>", '<head><base target="_blank">'), 200, mailPolicyHeaders);
}
