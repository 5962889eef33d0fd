/** Cookies are bound to the host by the `__Host-` prefix; plain http, where browsers refuse it, has the bare name. */
export function cookieName(name: string, { origin }: { origin: string }): string {
  return isSecure(origin) ? `__Host-${name}` : name;
}

/** As long as the browser stays open, or so many seconds (0 forgets the cookie). */
export type CookieLifetime = "browser" | { seconds: number };

/** Attributes of a cookie that no script reads; `secure` is dropped on plain http alone. */
export function cookieAttributes({ origin, lifetime }: { origin: string; lifetime: CookieLifetime }): string {
  const maxAge = lifetime === "browser" ? "" : `; Max-Age=${lifetime.seconds}`;
  return `; Path=/; HttpOnly; SameSite=Lax${maxAge}${isSecure(origin) ? "; Secure" : ""}`;
}

/** The gateway's own session, under the names that its wire has for it. */
export function gatewaySessionCookieName({ origin }: { origin: string }): string {
  return isSecure(origin) ? "PD-S-SESSION-ID" : "PD-H-SESSION-ID";
}

function isSecure(origin: string): boolean {
  return origin.startsWith("https:");
}
