import { isOwnPost } from "@vestibule/contract/own-post.rule.ts";

/** Status and headers with which a page rejects or redirects a request; undefined when it is accepted. */
export function rejectPageRequest(request: Request, { origin }: { origin: string }): ResponseInit | undefined {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const { pathname, search } = new URL(request.url);
  const path = canonicalPath(pathname);
  if (path !== pathname && isRead)
    return { status: 308, headers: { location: `${path}${search}`, "cache-control": "no-store" } };
  if (isRead) return undefined;
  if (!isOwnPost(request.headers, [origin])) return { status: 403 };
  if (request.method !== "POST") return { status: 405, headers: { allow: "GET, HEAD, POST" } };
  if (path !== pathname) return { status: 404 };
  const type = request.headers.get("content-type") ?? "";
  return formType.test(type) || (largeFormAt(path)?.hasFile && uploadType.test(type)) ? undefined : { status: 415 };
}

/**
 * The one spelling of a path: lower case except the prefix WAA of legacy URLs, single slashes, nothing encoded that
 * need not be. React Router matches others too, but the gateway, proxies and handlers by path do not.
 */
function canonicalPath(pathname: string): string {
  return pathname
    .replace(/%([0-7][0-9a-f])/gi, (escaped, code) => {
      const character = String.fromCharCode(Number.parseInt(code, 16));
      return /[\w.~-]/.test(character) ? character : escaped;
    })
    .replace(/%..|\/WAA(?![^/])|[A-Z]/g, (part) => (part.length === 1 ? part.toLowerCase() : part))
    .replace(/\/{2,}/g, "/");
}

/** Encoding of every form of the portal, with a script and without. */
const formType = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Pages of a brand whose forms take more than text of a few lines, and whether one of their fields is a file. */
const largeForms: Readonly<Record<string, { hasFile: boolean }>> = {
  drawings: { hasFile: false },
  files: { hasFile: true },
};

/** The large form that a path of the digital team takes; undefined for any other path. */
export function largeFormAt(path: string): { hasFile: boolean } | undefined {
  const [, page = ""] = /^\/team\/brands\/[^/]+\/(drawings|files)(?:\.data)?$/.exec(path) ?? [];
  return largeForms[page];
}

const uploadType = /^multipart\/form-data *;/i;

/** The public URL of the request, built as a whole: a path with two leading slashes must not be parsed as a host. */
export function publicUrl(request: Request, { origin }: { origin: string }): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${origin}${decodablePath(pathname)}${search}`);
}

/** No page has a path that cannot be decoded. React Router would write it, with what a person typed, to the console. */
function decodablePath(pathname: string): string {
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return pathname.replaceAll("%", "%25");
  }
}
