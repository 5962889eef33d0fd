/** The `__Host-` prefix binds a cookie to its host; browsers reject it over plain http. */
export function cookieName(name: string, { origin }: { origin: string }): string {
  return isSecure(origin) ? `__Host-${name}` : name;
}

/** Until the browser closes, or a number of seconds (0 deletes the cookie). */
export type CookieLifetime = "browser" | { seconds: number };

/** Attributes of an HttpOnly cookie, host-only unless a domain is given; `secure` is omitted only over plain http. */
export function cookieAttributes({
  origin,
  lifetime,
  domain,
}: {
  origin: string;
  lifetime: CookieLifetime;
  domain?: string;
}): string {
  const maxAge = lifetime === "browser" ? "" : `; Max-Age=${lifetime.seconds}`;
  return `; Path=/${domain === undefined ? "" : `; Domain=${domain}`}; HttpOnly; SameSite=Lax${maxAge}${isSecure(origin) ? "; Secure" : ""}`;
}

/** The domains for which another host may set a cookie that this origin receives, without those of one label. */
export function domainsAbove(origin: string): string[] {
  const labels = new URL(origin).hostname.split(".");
  const isAddress = /^\d+$/.test(labels.at(-1) ?? "");
  return isAddress ? [] : labels.slice(1, -1).map((_label, at) => labels.slice(at + 1).join("."));
}

export function isSecure(origin: string): boolean {
  return origin.startsWith("https:");
}
