const prefix = /^(?:\/[^/]+)?\/WAA(?=\/|$)/;

/** Addresses of old carry a prefix that ends in WAA: what follows it is the address here. Undefined where there is none. */
export function withoutLegacyPrefix({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (!prefix.test(pathname)) return undefined;
  // Several slashes in front would be read as a host.
  return `/${pathname.replace(prefix, "").replace(/^[/\\]+/, "")}${search}`;
}
