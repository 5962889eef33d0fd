import { expect, test } from "vitest";
import { publicUrl, rejectPageRequest } from "./page-request.rule.ts";

const origin = "https://portal.ca";
const form = "application/x-www-form-urlencoded";

function statusOf(method: string, headers: Record<string, string>): number | undefined {
  return rejectPageRequest(new Request(`${origin}/`, { method, headers }), { origin })?.status;
}

test("accepts a form of the portal, with a character set or without", () => {
  expect(statusOf("POST", { origin, "content-type": form })).toBeUndefined();
  expect(statusOf("POST", { origin, "content-type": `${form};charset=UTF-8` })).toBeUndefined();
  expect(statusOf("POST", { "sec-fetch-site": "same-origin", "content-type": form })).toBeUndefined();
});

test("accepts a form whose browser hides its origin and confirms the same one by Sec-Fetch-Site", () => {
  const hidden = { origin: "null", "sec-fetch-site": "same-origin", "content-type": form };
  expect(statusOf("POST", hidden)).toBeUndefined();
});

test.each(["cross-site", "same-site", "none"])(
  "A-143 rejects a form of a hidden origin with Sec-Fetch-Site %s",
  (site) => expect(statusOf("POST", { origin: "null", "sec-fetch-site": site, "content-type": form })).toBe(403),
);

test.each(["null", "https://portal.ca.evil.ca", "https://evilportal.ca", "http://portal.ca", "https://portal.ca:8443"])(
  "A-143 A-158 rejects a form from the origin %s",
  (stated) => expect(statusOf("POST", { origin: stated, "content-type": form })).toBe(403),
);

test.each(["cross-site", "same-site"])("A-143 rejects a form with Sec-Fetch-Site %s", (site) => {
  expect(statusOf("POST", { "sec-fetch-site": site, "content-type": form })).toBe(403);
});

test("accepts a form of an old browser that names a page of the portal by Referer", () => {
  expect(statusOf("POST", { referer: `${origin}/forgot`, "content-type": form })).toBeUndefined();
  expect(statusOf("POST", { "content-type": form })).toBeUndefined();
});

test.each(["https://evil.ca/portal.ca/", "https://portal.ca.evil.ca/", "http://portal.ca/", "about:blank"])(
  "A-143 rejects a form of an old browser whose Referer is %s",
  (referer) => expect(statusOf("POST", { referer, "content-type": form })).toBe(403),
);

test.each(["", "application/json", "text/plain", "multipart/form-data; boundary=x", `${form}garbage`])(
  "A-145 rejects a body of the type %j",
  (type) => expect(statusOf("POST", { origin, "content-type": type })).toBe(415),
);

test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("rejects the method %s", (method) => {
  expect(statusOf(method, { origin })).toBe(405);
});

test.each([
  ["/VERIFY/Send-Again?Token=Ab", "/verify/send-again?Token=Ab"],
  ["/%61gent", "/agent"],
  ["/reset/stay//", "/reset/stay/"],
  ["/WAA//Forgot", "/WAA/forgot"],
  ["//evil.ca/x", "/evil.ca/x"],
])("A-160 redirects %s to its one spelling", (asked, location) => {
  const request = new Request(`${origin}${asked}`);
  expect(rejectPageRequest(request, { origin })).toEqual({
    status: 308,
    headers: { location, "cache-control": "no-store" },
  });
});

test.each([
  "/",
  "/forgot/",
  "/verify%0A.png",
  "/x%2Fy",
  "/%C3%89",
  "/roadblock/technical.data",
  "/%zz",
  "/x/WAA/webseal.do",
  "/WAA",
])("A-160 leaves %s as it is", (path) =>
  expect(rejectPageRequest(new Request(`${origin}${path}`), { origin })).toBeUndefined(),
);

test("A-160 accepts a form only at the path's one spelling", () => {
  const request = new Request(`${origin}/Roadblock/leave`, {
    method: "POST",
    headers: { origin, "content-type": form },
  });
  expect(rejectPageRequest(request, { origin })).toEqual({ status: 404 });
});

test("accepts a GET or HEAD request from any site", () => {
  expect(statusOf("GET", { origin: "https://evil.ca" })).toBeUndefined();
  expect(statusOf("HEAD", { "sec-fetch-site": "cross-site" })).toBeUndefined();
});

test.each([
  ["/%", "/%25"],
  ["/jean%40courrier.example%zz", "/jean%2540courrier.example%25zz"],
  ["/%ff", "/%25ff"],
  ["/%C3%89", "/%C3%89"],
])("gives React Router only paths that can be decoded: %s", (path, decodable) => {
  const { pathname } = publicUrl(new Request(`${origin}${path}`), { origin });
  expect(pathname).toBe(decodable);
  expect(() => decodeURIComponent(pathname)).not.toThrow();
});

test.each(["//", "//evil.ca", "///evil.ca/home", "//evil.ca:80@x/", "/x//y?a=//b"])(
  "A-160 keeps the path %s on the requested host",
  (path) => {
    const visible = publicUrl(new Request(`http://10.0.0.2:3000${path}`), { origin });
    expect(visible.href).toBe(`${origin}${path}`);
    expect(visible.origin).toBe(origin);
  },
);
