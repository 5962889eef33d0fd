import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { safeQuery } from "../../request/entry-query.rule.ts";
import { withoutTrailingSlash } from "../../request/pathname.rule.ts";

const prefix = /^(?:\/[^/]+)*?\/WAA(?=\/|$)/;

/**
 * Path and query of a legacy URL without its prefix, which ends in WAA. Undefined if the URL has no such prefix.
 */
export function withoutLegacyPrefix({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (!prefix.test(pathname)) return undefined;
  // More than one leading slash would be read as a host.
  return `/${pathname.replace(prefix, "").replace(/^[/\\]+/, "")}${search}`;
}

const registration = "/registration";
const registrationPaths: ReadonlySet<string> = new Set(Object.values(policyNumberFlow).map(({ path }) => path));

/**
 * Path and query of a registration page whose URL lacks the prefix, as older URLs do. The prefix alone is the first
 * page. Undefined for every other URL.
 */
export function withRegistrationPrefix(url: URL): string | undefined {
  const path = withoutTrailingSlash(url.pathname);
  if (path === registration) return `${policyNumberFlow.IDENTIFICATION.path}${safeQuery(url)}`;
  const whole = `${registration}${path}`;
  return registrationPaths.has(whole) ? `${whole}${safeQuery(url)}` : undefined;
}
