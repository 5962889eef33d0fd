/** Files that browsers request on their own, some without Fetch Metadata headers. */
const fileNames = /\.(ico|png|svg|txt|xml|json|webmanifest)$|^\/\.well-known\//;
/** `Sec-Fetch-Dest` values of navigation: a document, a frame, or loader data fetched by the portal's script. */
const pageUses: ReadonlySet<string> = new Set(["document", "iframe", "frame", "empty"]);

/**
 * Whether the request is a subresource or a prefetch rather than navigation. Uses Fetch Metadata headers; without them
 * only the path.
 */
function isBesidePage({ headers }: Pick<Request, "headers">, pathname: string): boolean {
  const use = headers.get("sec-fetch-dest");
  return fileNames.test(pathname) || (use !== null && !pageUses.has(use)) || headers.has("sec-purpose");
}

/** Whether the request navigates to a page outside `stays`; a trailing slash is ignored. */
export function isNavigationAway(
  request: Pick<Request, "method" | "headers">,
  { pathname, stays }: { pathname: string; stays: ReadonlySet<string> },
): boolean {
  return request.method === "GET" && !isBesidePage(request, pathname) && !stays.has(pathname.replace(/(.)\/$/, "$1"));
}

/** A prefetch or prerender must not change the session. */
export function isPrefetch(request: Request): boolean {
  return /prefetch|prerender/.test(request.headers.get("sec-purpose") ?? "");
}
