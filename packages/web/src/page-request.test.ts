import { expect, test } from "vitest";
import { addressSeen, pageRefusal } from "./page-request.rule.ts";

const origin = "https://portal.ca";
const form = "application/x-www-form-urlencoded";

function statusOf(method: string, headers: Record<string, string>): number | undefined {
  return pageRefusal(new Request(`${origin}/`, { method, headers }), { origin })?.status;
}

test("a form of our own is taken, with its character set or without", () => {
  expect(statusOf("POST", { origin, "content-type": form })).toBeUndefined();
  expect(statusOf("POST", { origin, "content-type": `${form};charset=UTF-8` })).toBeUndefined();
  expect(statusOf("POST", { "sec-fetch-site": "same-origin", "content-type": form })).toBeUndefined();
});

test.each(["null", "https://portal.ca.evil.ca", "https://evilportal.ca", "http://portal.ca", "https://portal.ca:8443"])(
  "A-143 A-158 a form from the origin %s is refused",
  (stated) => expect(statusOf("POST", { origin: stated, "content-type": form })).toBe(403),
);

test.each(["cross-site", "same-site"])("A-143 a form that a browser calls %s is refused", (site) => {
  expect(statusOf("POST", { "sec-fetch-site": site, "content-type": form })).toBe(403);
});

test.each(["", "application/json", "text/plain", "multipart/form-data; boundary=x", `${form}garbage`])(
  "A-145 a page takes no body of the type %j",
  (type) => expect(statusOf("POST", { origin, "content-type": type })).toBe(415),
);

test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("a page has no %s", (method) => {
  expect(statusOf(method, { origin })).toBe(405);
});

test("a page is read by anybody", () => {
  expect(statusOf("GET", { origin: "https://evil.ca" })).toBeUndefined();
  expect(statusOf("HEAD", { "sec-fetch-site": "cross-site" })).toBeUndefined();
});

test.each(["//", "//evil.ca", "///evil.ca/home", "//evil.ca:80@x/", "/x//y?a=//b"])(
  "A-160 the path %s stays a path of the visited host",
  (path) => {
    const seen = addressSeen(new Request(`http://10.0.0.2:3000${path}`), { origin });
    expect(seen.href).toBe(`${origin}${path}`);
    expect(seen.origin).toBe(origin);
  },
);
