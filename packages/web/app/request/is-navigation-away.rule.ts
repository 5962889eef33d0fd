import { withoutTrailingSlash } from "./pathname.rule.ts";

/** Paths of files that browsers request by themselves, some of them without Fetch Metadata headers. */
const fileNames = /\.(ico|png|svg|txt|xml|json|webmanifest)$|^\/\.well-known\//;
/** `Sec-Fetch-Dest` values of navigation. `empty`: loader data that the portal's script fetches. */
const pageUses: ReadonlySet<string> = new Set(["document", "iframe", "frame", "empty"]);

/**
 * Whether the request is for a subresource or a prefetch rather than navigation. Without Fetch Metadata headers only
 * the path decides.
 */
function isSubresource({ headers }: Pick<Request, "headers">, pathname: string): boolean {
  const use = headers.get("sec-fetch-dest");
  return fileNames.test(pathname) || (use !== null && !pageUses.has(use)) || isPrefetch({ headers });
}

/**
 * Whether the request navigates to a page that is not in `stays`; a trailing slash is ignored. The legal documents of
 * the footer are read in addition to a page, not instead of it.
 */
export function isNavigationAway(
  request: Pick<Request, "method" | "headers">,
  { pathname, stays }: { pathname: string; stays: ReadonlySet<string> },
): boolean {
  const leaves = !stays.has(withoutTrailingSlash(pathname)) && !pathname.startsWith("/legal/");
  return request.method === "GET" && leaves && !isSubresource(request, pathname);
}

/** What browsers name a request ahead of navigation in; the last two are those of older ones. */
const purposeHeaders = ["sec-purpose", "purpose", "x-moz"];

/** Whether the browser requests the page ahead of navigation; such a request must not change the session. */
export function isPrefetch({ headers }: Pick<Request, "headers">): boolean {
  return purposeHeaders.some((name) => /prefetch|prerender|preview/.test(headers.get(name) ?? ""));
}

/** Whether a person sees the page: it is not requested ahead of navigation, for a frame or picture, or by its headers. */
export function isPageView({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  const use = headers.get("sec-fetch-dest");
  return method === "GET" && !isPrefetch({ headers }) && (use === null || use === "document" || use === "empty");
}
