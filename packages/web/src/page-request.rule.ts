/** Status and headers with which a page rejects a request; undefined when it is accepted. */
export function rejectPageRequest(request: Request, { origin }: { origin: string }): ResponseInit | undefined {
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  if (!isSameOrigin(request, { origin })) return { status: 403 };
  if (request.method !== "POST") return { status: 405, headers: { allow: "GET, HEAD, POST" } };
  return formType.test(request.headers.get("content-type") ?? "") ? undefined : { status: 415 };
}

/** Encoding of every form of the portal, with a script and without. */
const formType = /^application\/x-www-form-urlencoded *(;|$)/i;

/** CSRF check: a form must come from the portal's own pages, according to Origin or Fetch Metadata. */
export function isSameOrigin(request: Request, { origin }: { origin: string }): boolean {
  const stated = request.headers.get("origin");
  if (stated !== null) return stated === origin;
  return ["same-origin", "none", null].includes(request.headers.get("sec-fetch-site"));
}

/** The public URL of the request, built as a whole: a path with two leading slashes must not be parsed as a host. */
export function publicUrl(request: Request, { origin }: { origin: string }): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${origin}${pathname}${search}`);
}
