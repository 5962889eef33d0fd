import { expect, test } from "vitest";
import { hidesHttps, visibleOrigin } from "./visible-origin.rule.ts";

const isConfiguredHost = (host: string) => host === "portal.example";
const direct = { isBehindProxy: false, forwardedProto: undefined, forwardedHost: undefined, isConfiguredHost };
const behindProxy = { ...direct, isBehindProxy: true };
const originOf = (request: Parameters<typeof visibleOrigin>[0]) => visibleOrigin(request)?.origin;

test("uses the request's own host over http without a proxy", () => {
  expect(originOf({ ...direct, host: "belair.localhost:3000" })).toBe("http://belair.localhost:3000");
  expect(originOf({ ...direct, host: "[::1]:3000" })).toBe("http://[::1]:3000");
});

test("reads a host with a colon and no port, which RFC 9110 allows", () => {
  expect(originOf({ ...direct, host: "belair.localhost:" })).toBe("http://belair.localhost");
});

test("reads forwarded scheme and host only from trusted proxies", () => {
  const forwarded = { host: "10.0.0.2:3000", forwardedProto: "https", forwardedHost: "portal.example" };
  expect(originOf({ ...behindProxy, ...forwarded })).toBe("https://portal.example");
  expect(originOf({ ...direct, ...forwarded })).toBe("http://10.0.0.2:3000");
});

test("keeps the request's host when the proxy sends none", () => {
  expect(originOf({ ...behindProxy, host: "portal.example", forwardedProto: "https" })).toBe("https://portal.example");
});

test("assumes https from a proxy without a scheme for a host of a brand, and http otherwise", () => {
  const at = (host: string, proto?: string) => visibleOrigin({ ...behindProxy, host, forwardedProto: proto });
  expect(at("portal.example")).toEqual({ origin: "https://portal.example", isSchemeAssumed: true });
  expect(at("other.example")).toEqual({ origin: "http://other.example", isSchemeAssumed: false });
  expect(at("portal.example", "http")).toEqual({ origin: "http://portal.example", isSchemeAssumed: false });
  expect(originOf({ ...direct, host: "portal.example" })).toBe("http://portal.example");
});

test.each([
  ["https at the same host", "http://a.example", "https://a.example", true],
  ["https at the same host by another port", "http://a.example:3000", "https://a.example", true],
  ["https at a host that a brand names", "http://a.example", "https://portal.example", true],
  ["https somewhere else", "http://a.example", "https://evil.example", false],
  ["http", "http://a.example", "http://a.example", false],
  ["no page at all", "http://a.example", undefined, false],
  ["an opaque page", "http://a.example", "null", false],
  ["https, seen by https", "https://a.example", "https://a.example", false],
])("an Origin of %s reveals whether TLS was terminated unannounced", (_what, origin, sentOrigin, hidden) => {
  expect(hidesHttps({ isConfiguredHost }, { origin, sentOrigin })).toBe(hidden);
});

test.each(["a b", 'x"onload=', "evil.example/path", "user@evil.example", "", "x".repeat(300), "[::1"])(
  "A-116 refuses a host that no browser would send: %.20s",
  (host) => expect(visibleOrigin({ ...direct, host })).toBeUndefined(),
);
