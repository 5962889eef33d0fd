import { redirect } from "react-router";
import { safeQuery } from "./entry-query.rule.ts";
import type { PortalRequestContext } from "./request-context.ts";
import { checksCookiesSlice } from "./session-slice.server.ts";

const parameter = "cookies";

/**
 * Redirects to a path because the session lacks what the page needs, or after a choice that a cookie keeps. Where the
 * browser sent no cookie, the redirect sets one, and its target checks whether it came back.
 */
export function redirectWithCookieCheck({ cookies, session }: PortalRequestContext, path: string): Response {
  if (!cookies.isEmpty) return redirect(path, 303);
  session.set(checksCookiesSlice, true);
  const [pathname = "", search = ""] = path.split("?");
  const query = new URLSearchParams(search);
  query.set(parameter, "check");
  return redirect(`${pathname}?${query}`, 303);
}

/** Redirects to the login page, keeping only safe query parameters. */
export function redirectToLogin(requestContext: PortalRequestContext, url: URL): Response {
  return redirectWithCookieCheck(requestContext, `/${safeQuery(url)}`);
}

/** Whether the cookie of such a redirect did not come back. */
export function areCookiesBlocked({ cookies, session }: PortalRequestContext, url: URL): boolean {
  if (url.searchParams.get(parameter) !== "check") return false;
  session.delete(checksCookiesSlice);
  return cookies.isEmpty;
}
