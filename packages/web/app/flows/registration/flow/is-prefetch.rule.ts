/** A prefetch or prerender must not change the session. */
export function isPrefetch(request: Request): boolean {
  return /prefetch|prerender/.test(request.headers.get("sec-purpose") ?? "");
}
