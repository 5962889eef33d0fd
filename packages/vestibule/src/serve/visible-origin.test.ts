import { expect, test } from "vitest";
import { visibleOrigin } from "./visible-origin.rule.ts";

const direct = { behindProxy: false, forwardedProto: undefined, forwardedHost: undefined };

test("a direct request shows its own host over http", () => {
  expect(visibleOrigin({ ...direct, host: "belair.localhost:3000" })).toBe("http://belair.localhost:3000");
  expect(visibleOrigin({ ...direct, host: "[::1]:3000" })).toBe("http://[::1]:3000");
});

test("forwarded scheme and host count from our own proxies alone", () => {
  const forwarded = { host: "10.0.0.2:3000", forwardedProto: "https", forwardedHost: "portal.example" };
  expect(visibleOrigin({ ...forwarded, behindProxy: true })).toBe("https://portal.example");
  expect(visibleOrigin({ ...forwarded, behindProxy: false })).toBe("http://10.0.0.2:3000");
});

test("a proxy that names no host leaves the request's own", () => {
  expect(visibleOrigin({ ...direct, host: "portal.example", behindProxy: true, forwardedProto: "https" })).toBe(
    "https://portal.example",
  );
});

test.each(["a b", 'x"onload=', "evil.example/path", "user@evil.example", "", "x".repeat(300), "[::1"])(
  "A-116 a host that no browser would send is no origin: %.20s",
  (host) => expect(visibleOrigin({ ...direct, host })).toBeUndefined(),
);
