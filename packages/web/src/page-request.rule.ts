/** Why a page does not take a request, as the head of an answer; undefined where it does. */
export function pageRefusal(request: Request, { origin }: { origin: string }): ResponseInit | undefined {
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  if (!fromOurOwnPages(request, origin)) return { status: 403 };
  if (request.method !== "POST") return { status: 405, headers: { allow: "GET, HEAD, POST" } };
  return formType.test(request.headers.get("content-type") ?? "") ? undefined : { status: 415 };
}

/** How every form of ours is sent, with a script and without. */
const formType = /^application\/x-www-form-urlencoded *(;|$)/i;

/** A form that changes something comes from one of our own pages: Origin says so, or the browser's fetch metadata. */
function fromOurOwnPages(request: Request, origin: string): boolean {
  const stated = request.headers.get("origin");
  if (stated !== null) return stated === origin;
  return ["same-origin", "none", null].includes(request.headers.get("sec-fetch-site"));
}

/** The request's address as the visitor sees it, written out whole: a path of two slashes must not be read as a host. */
export function addressSeen(request: Request, { origin }: { origin: string }): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${origin}${pathname}${search}`);
}
