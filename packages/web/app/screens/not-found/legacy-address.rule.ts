import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { harmlessQuery } from "../../visit/entry-query.rule.ts";

const prefix = /^(?:\/[^/]+)?\/WAA(?=\/|$)/;

/** Addresses of old carry a prefix that ends in WAA: what follows it is the address here. Undefined where there is none. */
export function withoutLegacyPrefix({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (!prefix.test(pathname)) return undefined;
  // Several slashes in front would be read as a host.
  return `/${pathname.replace(prefix, "").replace(/^[/\\]+/, "")}${search}`;
}

const registration = "/registration";
const registrationPaths: ReadonlySet<string> = new Set(Object.values(legacyFlow).map(({ path }) => path));

/** Pages of registration were once known without their prefix; the bare prefix is its first page. Undefined for any other address. */
export function withRegistrationPrefix(url: URL): string | undefined {
  const path = url.pathname.replace(/\/$/, "");
  if (path === registration) return `${legacyFlow.IDENTIFICATION.path}${harmlessQuery(url)}`;
  const whole = `${registration}${path}`;
  return registrationPaths.has(whole) ? `${whole}${harmlessQuery(url)}` : undefined;
}
