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
export function areCookiesBlocked({ cookies }: PortalRequestContext, url: URL): boolean {
  return isChecked(url) && cookies.isEmpty;
}

/** Redirects to the page itself once the cookie has come back: a bookmark of the check would fail on another day. */
export function endCookieCheck(
  { cookies, session }: PortalRequestContext,
  request: { method: string; url: URL },
): void {
  const { method, url } = request;
  if (method !== "GET" || !isChecked(url) || cookies.isEmpty) return;
  session.delete(checksCookiesSlice);
  const query = new URLSearchParams(url.searchParams);
  query.delete(parameter);
  throw redirect(query.size === 0 ? url.pathname : `${url.pathname}?${query}`, 303);
}

const isChecked = (url: URL) => url.searchParams.get(parameter) === "check";
