/**
 * CSRF check: whether a post comes from a page of these origins, according to Origin or Fetch Metadata. Browsers that
 * hide the origin, by a privacy setting, send "null"; then Fetch Metadata must confirm the same origin. An old browser
 * that sends neither may name the page by Referer. A client that sends none of them is no browser and carries no
 * cookies.
 */
export function isOwnPost(headers: Headers, origins: readonly string[]): boolean {
  const origin = headers.get("origin");
  if (origin !== null && origin !== "null") return origins.includes(origin);
  const fetchSite = headers.get("sec-fetch-site");
  if (fetchSite === "same-origin") return true;
  if (origin === "null" || (fetchSite !== null && fetchSite !== "none")) return false;
  const page = headers.get("referer");
  return page === null || origins.includes(URL.parse(page)?.origin ?? "");
}
