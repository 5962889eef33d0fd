import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { harmlessQuery } from "../../request/entry-query.rule.ts";

const prefix = /^(?:\/[^/]+)?\/WAA(?=\/|$)/;

/**
 * Legacy URLs have a prefix that ends in WAA. Returns the path and query after it; undefined where there is no prefix.
 */
export function withoutLegacyPrefix({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (!prefix.test(pathname)) return undefined;
  // More than one leading slash would be read as a host.
  return `/${pathname.replace(prefix, "").replace(/^[/\\]+/, "")}${search}`;
}

const registration = "/registration";
const registrationPaths: ReadonlySet<string> = new Set(Object.values(policyNumberFlow).map(({ path }) => path));

/**
 * Registration pages once had no path prefix; the bare prefix is the first page. Returns undefined for any other URL.
 */
export function withRegistrationPrefix(url: URL): string | undefined {
  const path = url.pathname.replace(/\/$/, "");
  if (path === registration) return `${policyNumberFlow.IDENTIFICATION.path}${harmlessQuery(url)}`;
  const whole = `${registration}${path}`;
  return registrationPaths.has(whole) ? `${whole}${harmlessQuery(url)}` : undefined;
}
