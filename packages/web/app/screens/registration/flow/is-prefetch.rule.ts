/** A browser that fetches an address before anybody opened it must change nothing. */
export function isPrefetch(request: Request): boolean {
  return /prefetch|prerender/.test(request.headers.get("sec-purpose") ?? "");
}
