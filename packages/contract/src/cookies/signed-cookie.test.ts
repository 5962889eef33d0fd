import { expect, test } from "vitest";
import { signInPauseCookie } from "./sign-in-pause.rule.ts";
import { readSignedCookie, signCookie } from "./signed-cookie.rule.ts";

const key = (fill: number) => new Uint8Array(32).fill(fill);
const keys = { newest: key(1), all: [key(1)] };
const now = new Date("2026-03-02T15:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const signed = signCookie({ name: "account", value: "42", until: after(20), keys });

test("A-113 reads a signed cookie until it expires, even where the browser keeps it longer", () => {
  expect(readSignedCookie({ name: "account", signed, now: after(19), keys })).toBe("42");
  expect(readSignedCookie({ name: "account", signed, now: after(20), keys })).toBeUndefined();
  expect(readSignedCookie({ name: "account", signed, now: after(21), keys })).toBeUndefined();
});

test.each([
  ["another cookie's name", { name: "other" }],
  ["a key that is no longer ours", { keys: { newest: key(2), all: [key(2)] } }],
  [
    "a changed value",
    { signed: `${Buffer.from('{"value":"43","until":9999999999}').toString("base64url")}.${signed.split(".")[1]}` },
  ],
  ["half a cookie", { signed: signed.slice(0, -10) }],
  ["markup", { signed: "<script>.<script>" }],
  ["nothing", { signed: undefined }],
])("A-113 rejects a signed cookie with %s", (_what, change) => {
  expect(readSignedCookie({ name: "account", signed, now, keys, ...change })).toBeUndefined();
});

test("accepts a cookie signed with the previous key", () => {
  expect(readSignedCookie({ name: "account", signed, now, keys: { newest: key(2), all: [key(2), key(1)] } })).toBe(
    "42",
  );
});

test("passes a lockout's end from the gateway to the portal in a host-bound HttpOnly cookie", () => {
  const header = signInPauseCookie({ until: after(900), now, origin: "https://portal.example", keys });
  expect(header).toMatch(/^__Host-sign-in-pause=[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900; Secure$/);
  const value = header.slice(header.indexOf("=") + 1, header.indexOf(";"));
  expect(readSignedCookie({ name: "sign-in-pause", signed: value, now, keys })).toBe("2026-03-02T15:15:00.000Z");
  const plain = signInPauseCookie({ until: after(900), now, origin: "http://localhost:3000", keys });
  expect(plain).toMatch(/^sign-in-pause=[\w-]/);
});
