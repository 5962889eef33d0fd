/** Cookies are bound to the host by the `__Host-` prefix; plain http, where browsers refuse it, has the bare name. */
export function cookieName(name: string, { origin }: { origin: string }): string {
  return isSecure(origin) ? `__Host-${name}` : name;
}

/** Attributes of a cookie that no script reads; `secure` is dropped on plain http alone. */
export function cookieAttributes({ origin, maxAgeSeconds }: { origin: string; maxAgeSeconds: number }): string {
  return `; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure(origin) ? "; Secure" : ""}`;
}

function isSecure(origin: string): boolean {
  return origin.startsWith("https:");
}
