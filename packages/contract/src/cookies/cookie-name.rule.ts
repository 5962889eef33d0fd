/** The `__Host-` prefix binds a cookie to its host; browsers reject it over plain http. */
export function cookieName(name: string, { origin }: { origin: string }): string {
  return isSecure(origin) ? `__Host-${name}` : name;
}

/** Until the browser closes, or a number of seconds (0 deletes the cookie). */
export type CookieLifetime = "browser" | { seconds: number };

/** Attributes of an HttpOnly cookie; `secure` is omitted only over plain http. */
export function cookieAttributes({ origin, lifetime }: { origin: string; lifetime: CookieLifetime }): string {
  const maxAge = lifetime === "browser" ? "" : `; Max-Age=${lifetime.seconds}`;
  return `; Path=/; HttpOnly; SameSite=Lax${maxAge}${isSecure(origin) ? "; Secure" : ""}`;
}

export function gatewaySessionCookieName({ origin }: { origin: string }): string {
  return isSecure(origin) ? "PD-S-SESSION-ID" : "PD-H-SESSION-ID";
}

function isSecure(origin: string): boolean {
  return origin.startsWith("https:");
}
