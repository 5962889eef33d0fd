import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openCookie, sealCookie, sealSession } from "./session-cookie.ts";

const key = new Uint8Array(randomBytes(32));
const keys = { newest: key, all: [key] };
const remembered = { email: "ann@example.ca" };

describe("an encrypted cookie", () => {
  test("decrypts to its value, and reveals none of it", async () => {
    const sealed = await sealCookie(keys, "belair/remembered", remembered, 60);
    expect(await openCookie(keys, "belair/remembered", sealed)).toEqual(remembered);
    for (const part of sealed.split("."))
      expect(Buffer.from(part, "base64url").toString("latin1")).not.toContain("ann");
  });

  test("A-112 is rejected when one character was changed", async () => {
    const sealed = await sealCookie(keys, "belair/remembered", remembered, 60);
    const [from, to] = [sealed.indexOf("..") + 2, sealed.length];
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
      expect(await openCookie(keys, "belair/remembered", changed), `at ${at}`).toBeUndefined();
    }
  });

  test.each([
    ["markup", "<script>alert(1)</script>"],
    ["another e-mail", "eve@example.ca"],
    ["4 kB", "a".repeat(4097)],
    ["nothing", ""],
  ])("A-112 is rejected when it contains %s", async (_what, value) => {
    expect(await openCookie(keys, "belair/remembered", value)).toBeUndefined();
  });

  test("A-112 is rejected for another brand or purpose", async () => {
    const sealed = await sealCookie(keys, "belair/remembered", remembered, 60);
    expect(await openCookie(keys, "intact/remembered", sealed)).toBeUndefined();
    expect(await openCookie(keys, "belair/session", sealed)).toBeUndefined();
  });

  test("is rejected after its expiry", async () => {
    const sealed = await sealCookie(keys, "belair/session", {}, -1);
    expect(await openCookie(keys, "belair/session", sealed)).toBeUndefined();
  });

  test("is accepted after a key rotation as long as the old key is kept", async () => {
    const sealed = await sealCookie(keys, "belair/session", { a: 1 }, 60);
    const next = new Uint8Array(randomBytes(32));
    expect(await openCookie({ newest: next, all: [next, key] }, "belair/session", sealed)).toEqual({ a: 1 });
    expect(await openCookie({ newest: next, all: [next] }, "belair/session", sealed)).toBeUndefined();
  });
});

describe("a session cookie", () => {
  const registration = { token: "t".repeat(900) };
  const cut = {
    name: "portal",
    purpose: "belair/session",
    lifetimeSeconds: 60,
    expendable: ["loginEmail", "singleSignOn"],
  };
  const open = (sealed: string | undefined) => openCookie(keys, "belair/session", sealed);

  test("contains the whole session while it fits", async () => {
    const session = { registration, loginEmail: "ann@example.ca" };
    const faults: Error[] = [];
    expect(await open(await sealSession(keys, { ...cut, session }, (fault) => faults.push(fault)))).toEqual(session);
    expect(faults).toEqual([]);
  });

  test("that is too large is reported without its values, and keeps the flow in progress", async () => {
    const session = { registration, loginEmail: "ann@example.ca", singleSignOn: { request: "語".repeat(1000) } };
    const faults: Error[] = [];
    const sealed = await sealSession(keys, { ...cut, session }, (fault) => faults.push(fault));
    expect(await open(sealed)).toEqual({ registration });
    expect(faults.map(({ message }) => message)).toEqual([
      "the session does not fit its cookie: registration 912, loginEmail 16, singleSignOn 1014 characters",
    ]);
  });

  test("is not sealed when the flow in progress alone is too large", async () => {
    const session = { registration: { token: "t".repeat(4000) } };
    const faults: Error[] = [];
    expect(await sealSession(keys, { ...cut, session }, (fault) => faults.push(fault))).toBeUndefined();
    expect(faults).toHaveLength(1);
  });
});
