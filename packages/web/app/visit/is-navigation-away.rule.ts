/** Icons and the like, which browsers ask for by themselves, some of them without a word on what they are for. */
const fileNames = /\.(ico|png|svg|txt|xml|json|webmanifest)$|^\/\.well-known\//;
/** What a person goes to: a page, in a frame too, or the data of one that the portal's own script fetches. */
const pageUses: ReadonlySet<string> = new Set(["document", "iframe", "frame", "empty"]);

/**
 * Whether a browser asks for an address beside the page that somebody sees, or ahead of it: nobody has gone anywhere.
 * Headers are those of Fetch Metadata; a request without them is judged by its path.
 */
function isBesidePage({ headers }: Pick<Request, "headers">, pathname: string): boolean {
  const use = headers.get("sec-fetch-dest");
  return fileNames.test(pathname) || (use !== null && !pageUses.has(use)) || headers.has("sec-purpose");
}

/** Whether somebody goes to another page than those that stay; a slash at the end makes no other page. */
export function isNavigationAway(
  request: Pick<Request, "method" | "headers">,
  { pathname, stays }: { pathname: string; stays: ReadonlySet<string> },
): boolean {
  return request.method === "GET" && !isBesidePage(request, pathname) && !stays.has(pathname.replace(/(.)\/$/, "$1"));
}
