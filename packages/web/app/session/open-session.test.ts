import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openSession, type SessionCookie } from "./open-session.server.ts";
import { sealCookie } from "./sealed-cookie.server.ts";
import { defineSlice } from "./session-slice.server.ts";

const key = new Uint8Array(randomBytes(32));
const keys = { newest: key, all: [key] };
const loginEmailSlice = defineSlice("loginEmail", z.string(), { isExpendable: true });
const slices = [
  defineSlice("singleSignOn", z.object({ request: z.string() }), { isExpendable: true }),
  loginEmailSlice,
  defineSlice("registration", z.object({ token: z.string(), flash: z.string().optional() })),
];
const registration = { token: "t".repeat(900) };
const loginEmail = "ann@example.ca";
/** A value that fills most of the cookie. */
const singleSignOn = { request: "語".repeat(1000) };

/** A session cookie, and the messages of its faults. */
function sessionCookie(about: Partial<SessionCookie> = {}) {
  const faults: string[] = [];
  const reportFault = (fault: Error) => void faults.push(fault.message);
  const fixed = { name: "portal", keys, purpose: "belair/session", now: new Date(), lifetimeSeconds: 60 };
  const cookie = { ...fixed, reportFault, ...about };
  return { cookie, faults };
}

/** Opens an empty session, fills it, and returns its new cookie. */
async function seal(values: object, { cookie } = sessionCookie()) {
  const opened = await openSession(slices, cookie, undefined);
  Object.assign(opened.session.contents, values);
  return opened.seal();
}

describe("a session", () => {
  test("keeps every slice while it fits its cookie", async () => {
    const { cookie, faults } = sessionCookie();
    const sealed = await seal({ registration, loginEmail }, { cookie, faults });
    expect((await openSession(slices, cookie, sealed)).session.contents).toEqual({ registration, loginEmail });
    expect(faults).toEqual([]);
  });

  test("is not sealed again while it has not changed", async () => {
    const { cookie } = sessionCookie();
    const opened = await openSession(slices, cookie, await seal({ registration }));
    expect(await opened.seal()).toBeUndefined();
    opened.session.set(loginEmailSlice, loginEmail);
    expect(await opened.seal()).toEqual(expect.any(String));
  });

  test("is empty without a cookie", async () => {
    const { cookie, faults } = sessionCookie();
    expect((await openSession(slices, cookie, undefined)).session.contents).toEqual({});
    expect((await openSession(slices, cookie, "a.b.c.d.e")).session.contents).toEqual({});
    expect(faults).toEqual([]);
  });

  test("stays open after a key rotation until its key is removed", async () => {
    const sealed = await seal({ registration });
    const next = new Uint8Array(randomBytes(32));
    const rotated = sessionCookie({ keys: { newest: next, all: [next, key] } });
    const opened = await openSession(slices, rotated.cookie, sealed);
    expect(opened.session.contents).toEqual({ registration });

    opened.session.set(loginEmailSlice, loginEmail);
    const { cookie } = sessionCookie({ keys: { newest: next, all: [next] } });
    expect((await openSession(slices, cookie, await opened.seal())).session.contents).toEqual({
      registration,
      loginEmail,
    });
    expect((await openSession(slices, cookie, sealed)).session.contents).toEqual({});
  });
});

describe("A-203 a slice", () => {
  test.each<[string, unknown]>([
    ["lacks a value", { flash: "sent" }],
    ["has a value of another type", { token: 42 }],
    ["is no object", "ann@example.ca"],
    ["is null", null],
  ])("that %s is dropped and reported by its name, and the others stay", async (_what, wrong) => {
    const { cookie, faults } = sessionCookie();
    const sealed = await sealCookie(cookie, { registration: wrong, loginEmail });
    expect((await openSession(slices, cookie, sealed)).session.contents).toEqual({ loginEmail });
    expect(faults).toEqual(["the session has invalid slices: registration"]);
  });

  test("that was dropped is reported once, because the session is sealed without it", async () => {
    const { cookie, faults } = sessionCookie();
    const sealed = await sealCookie(cookie, { registration: 1, loginEmail });
    const again = await (await openSession(slices, cookie, sealed)).seal();
    expect((await openSession(slices, cookie, again)).session.contents).toEqual({ loginEmail });
    expect(faults).toHaveLength(1);
  });

  test.each([
    ["of an older release", { registration: { token: "t" } }],
    ["of an older release that no longer exists", { region: "north" }],
    ["of a newer release with more values", { registration: { ...registration, step: 2 } }],
  ])("%s stays as it is", async (_what, stored) => {
    const { cookie, faults } = sessionCookie();
    const opened = await openSession(slices, cookie, await sealCookie(cookie, stored));
    expect([opened.session.contents, faults]).toEqual([stored, []]);
  });

  test("is dropped when it is of an older release and lacks a value of this one", async () => {
    const { cookie, faults } = sessionCookie();
    const older = { registration: { sessionToken: "t" }, loginEmail };
    expect((await openSession(slices, cookie, await sealCookie(cookie, older))).session.contents).toEqual({
      loginEmail,
    });
    expect(faults).toHaveLength(1);
  });
});

describe("a session that does not fit its cookie", () => {
  test("is reported without its values, and keeps the flow in progress", async () => {
    const { cookie, faults } = sessionCookie();
    const sealed = await seal({ registration, loginEmail, singleSignOn }, { cookie, faults });
    expect((await openSession(slices, cookie, sealed)).session.contents).toEqual({ registration, loginEmail });
    expect(faults).toEqual([
      "the session does not fit its cookie: registration 912, loginEmail 16, singleSignOn 1014 characters",
    ]);
  });

  test("loses its expendable slices in the order in which they are declared", async () => {
    const { cookie } = sessionCookie();
    const session = { registration, loginEmail: "e".repeat(2500), singleSignOn: { request: "r" } };
    const sealed = await seal(session);
    expect((await openSession(slices, cookie, sealed)).session.contents).toEqual({ registration });
  });

  test("is not sealed when the flow in progress alone is too large", async () => {
    const { cookie, faults } = sessionCookie();
    expect(await seal({ registration: { token: "t".repeat(4000) } }, { cookie, faults })).toBeUndefined();
    expect(faults).toHaveLength(1);
  });
});
