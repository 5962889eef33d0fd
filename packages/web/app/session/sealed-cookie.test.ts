import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openCookie, sealCookie } from "./sealed-cookie.server.ts";

const key = new Uint8Array(randomBytes(32));
const keys = { newest: key, all: [key] };
const remembered = { email: "ann@example.ca" };
const schema = z.object({ email: z.string() });
/** Not the time of the machine, which decides nothing. */
const now = new Date("2031-05-06T12:00:00Z");
const cookie = { keys, purpose: "belair/remembered", now, lifetimeSeconds: 60 };

describe("an encrypted cookie", () => {
  test("decrypts to its value, and reveals none of it", async () => {
    const sealed = await sealCookie(cookie, remembered);
    expect(await openCookie(cookie, sealed, schema)).toEqual(remembered);
    for (const part of sealed.split("."))
      expect(Buffer.from(part, "base64url").toString("latin1")).not.toContain("ann");
  });

  test("A-112 is rejected when one character was changed", async () => {
    const sealed = await sealCookie(cookie, remembered);
    const from = sealed.indexOf("..") + 2;
    const to = sealed.length;
    for (let at = from; at < to; at += 7) {
      if (sealed[at] === ".") continue;
      const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "Q" : "A"}${sealed.slice(at + 1)}`;
      // The last base64url character of a part may contain unused bits.
      if (
        Buffer.from(changed.split(".").join(""), "base64url").equals(
          Buffer.from(sealed.split(".").join(""), "base64url"),
        )
      )
        continue;
      expect(await openCookie(cookie, changed, schema), `at ${at}`).toBeUndefined();
    }
  });

  test.each([
    ["markup", "<script>alert(1)</script>"],
    ["another e-mail", "eve@example.ca"],
    ["4 kB", "a".repeat(4097)],
    ["nothing", ""],
  ])("A-112 is rejected when it contains %s", async (_what, value) => {
    expect(await openCookie(cookie, value, schema)).toBeUndefined();
  });

  test("A-112 is rejected for another brand or purpose", async () => {
    const sealed = await sealCookie(cookie, remembered);
    for (const purpose of ["intact/remembered", "belair/session"])
      expect(await openCookie({ ...cookie, purpose }, sealed, schema)).toBeUndefined();
  });

  test("is rejected after its expiry", async () => {
    const sealed = await sealCookie(cookie, remembered);
    const later = (seconds: number) => ({ ...cookie, now: new Date(now.getTime() + seconds * 1000) });
    expect(await openCookie(later(59), sealed, schema)).toEqual(remembered);
    expect(await openCookie(later(60), sealed, schema)).toBeUndefined();
  });

  test("is rejected when its value is not of the schema", async () => {
    const sealed = await sealCookie(cookie, { email: 42 });
    expect(await openCookie(cookie, sealed, schema)).toBeUndefined();
  });

  test("is accepted after a key rotation as long as the old key is kept", async () => {
    const sealed = await sealCookie(cookie, remembered);
    const next = new Uint8Array(randomBytes(32));
    expect(await openCookie({ ...cookie, keys: { newest: next, all: [next, key] } }, sealed, schema)).toEqual(
      remembered,
    );
    expect(await openCookie({ ...cookie, keys: { newest: next, all: [next] } }, sealed, schema)).toBeUndefined();
  });
});
