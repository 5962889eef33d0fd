import { randomBytes } from "node:crypto";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import { CompactEncrypt, CompactSign, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { testKeys } from "../../../../../test/book-file.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import {
  codeSentTo,
  createBody,
  createRegistrationTestApi,
  newPerson,
  otherThan,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";

const testApi = await openTestApi();

const visitor = () => new Visitor(testApi.apis);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const invalid = (message: string, status = 400) => ({ status, error: { error: "INVALID_TOKEN", message } });

describe("the session token", () => {
  test("is new in each response and contains step, page and account type", async () => {
    const guest = await visitor().start();
    const first = guest.token;
    await guest.call("page");
    expect(guest.token).not.toBe(first);
    await guest.call("accountType", { accountType: "insuredDriver" });
    expect(guest.claims()).toEqual({
      sid: expect.any(String),
      step: "IDENTIFY",
      page: "EMAIL_IDENTIFICATION",
      accountType: "insuredDriver",
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    const { iat, exp } = guest.claims();
    expect(exp - iat).toBeGreaterThanOrEqual(899);
    expect(exp - iat).toBeLessThanOrEqual(900);
  });

  test("is new even when fields or the step are refused", async () => {
    const guest = await visitor().start();
    for (const reply of [
      await guest.call("accountType", { accountType: "nobody" as "policyHolder" }),
      await guest.call("create", createBody),
    ])
      expect(reply).toMatchObject({ kind: "error", token: expect.any(String) });
    expect(guest.page()).toBe("ACCOUNT_TYPE");
  });

  test("A-043 is refused after the session is cancelled or expired", async () => {
    const cancelled = await visitor().start();
    expect(await cancelled.call("cancel")).toEqual({ kind: "ok", status: 204, data: undefined, token: undefined });
    expect(await cancelled.call("page")).toMatchObject(invalid("state not found in cache", 404));

    const past = await visitor().start();
    await testApi.moveClock(15 * 60);
    expect(await past.call("page")).toMatchObject(invalid("jwt expired"));
  });

  test("A-043 expires 15 minutes after the last step and 30 after the start, on the database clock", async () => {
    const guest = await visitor().start();
    await testApi.moveClock(14 * 60 + 50);
    expect(await guest.call("page")).toMatchObject({ kind: "ok" });
    await testApi.moveClock(14 * 60 + 50);
    expect(await guest.call("page")).toMatchObject({ kind: "ok" });
    await testApi.moveClock(30);
    expect(await guest.call("page")).toMatchObject(invalid("jwt expired"));
  });

  test("A-043 is not extended by a refused body", async () => {
    const guest = await visitor().start();
    await testApi.moveClock(14 * 60);
    await guest.call("accountType", { accountType: "nobody" as "policyHolder" });
    await testApi.moveClock(61);
    expect(await guest.call("page")).toMatchObject(invalid("jwt expired"));
  });

  test.each([
    ["A-044 with alg none", (payload: string) => `${encode({ alg: "none" })}.${payload}.`],
    ["A-044 with alg nOnE", (payload: string) => `${encode({ alg: "nOnE" })}.${payload}.`],
    ["A-044 without alg", (payload: string) => `${encode({})}.${payload}.`],
    [
      "A-046 with an ES256 signature of zeros",
      (payload: string) => `${encode({ alg: "ES256" })}.${payload}.${Buffer.alloc(64).toString("base64url")}`,
    ],
    ["A-050 of 100 kB", (payload: string) => `${encode({ alg: "HS256", x: "y".repeat(100_000) })}.${payload}.AAAA`],
    [
      "A-050 with 10,000 nested arrays",
      () => `${encode({ alg: "HS256" })}.${Buffer.from("[".repeat(10_000)).toString("base64url")}.AAAA`,
    ],
    ["A-052 that is no token", () => "hello"],
    ["A-052 that is empty", () => ""],
  ])("%s is refused", async (_, forge) => {
    const guest = await visitor().start();
    const forged = forge(guest.token?.split(".")[1] ?? "");
    expect(await guest.repeat("page", forged)).toMatchObject(invalid("jwt invalid"));
    expect(await guest.call("page")).toMatchObject({ kind: "ok" });
  });

  test("A-037 is refused with another page in its claims", async () => {
    const guest = await visitor().start();
    const [header, , signature] = (guest.token ?? "").split(".");
    const forged = `${header}.${encode({ ...guest.claims(), page: "CREATE", step: "CREATE" })}.${signature}`;
    expect(await guest.repeat("create", forged, createBody)).toMatchObject(invalid("jwt invalid"));
  });

  test("A-037 does not change the server's page, even when signed with another one", async () => {
    const guest = await visitor().start();
    const payload = new TextEncoder().encode(JSON.stringify({ ...guest.claims(), page: "CREATE", step: "CREATE" }));
    const signed = await new CompactSign(payload)
      .setProtectedHeader({ alg: "HS256" })
      .sign(testApi.deps.keys.sessionToken.newest);
    expect(await guest.repeat("create", signed, createBody)).toMatchObject({
      error: { error: "WRONG_STEP" },
    });
  });

  test.each([
    { jku: "http://evil.example/keys" },
    { x5u: "http://evil.example/cert" },
    { kid: "../../../../dev/null" },
    { kid: "' UNION SELECT" },
  ])("A-047 is refused with key hints in its header: %o", async (hint) => {
    const guest = await visitor().start();
    const payload = new TextEncoder().encode(JSON.stringify(guest.claims()));
    const sign = (key: Uint8Array) => new CompactSign(payload).setProtectedHeader({ alg: "HS256", ...hint }).sign(key);
    expect(await guest.repeat("page", await sign(randomBytes(32)))).toMatchObject(invalid("jwt invalid"));
    expect(await guest.repeat("page", await sign(new Uint8Array(32)))).toMatchObject(invalid("jwt invalid"));
  });

  test("A-049 is refused when signed with a key of another purpose", async () => {
    const guest = await visitor().start();
    const payload = new TextEncoder().encode(JSON.stringify(guest.claims()));
    const { secretHash, cookie, lookupHash } = testApi.deps.keys;
    for (const { newest } of [secretHash, cookie, lookupHash]) {
      const foreign = await new CompactSign(payload).setProtectedHeader({ alg: "HS256" }).sign(newest);
      expect(await guest.repeat("page", foreign)).toMatchObject(invalid("jwt invalid"));
    }
  });

  test("A-050 is refused when encrypted", async () => {
    const guest = await visitor().start();
    const { publicKey } = await generateKeyPair("RSA-OAEP");
    const box = await new CompactEncrypt(new TextEncoder().encode("x".repeat(500)))
      .setProtectedHeader({ alg: "RSA-OAEP", enc: "A256GCM" })
      .encrypt(publicKey);
    expect(await guest.repeat("page", box)).toMatchObject(invalid("jwt invalid"));
  });

  test("A-052 is not read from the query", async () => {
    const guest = await visitor().start();
    const answer = await testApi.apis[0].request(`/api/v2/registration/page?x-registration-session=${guest.token}`, {
      headers: { "api-key": "belair" },
    });
    expect(await answer.json()).toEqual({ error: "INVALID_TOKEN", message: "jwt invalid" });
  });

  test("A-053 is refused with one code when the session is unknown, and the message names the reason", async () => {
    const guest = await visitor().start();
    await testApi.pool.query("delete from registration_session where id = $1", [guest.claims().sid]);
    expect(await guest.call("page")).toMatchObject(invalid("state not found in cache", 404));
  });

  test("is refused under another brand", async () => {
    const guest = await visitor().start();
    const other = new Visitor(testApi.apis, { apiKey: "intact" });
    expect(await other.repeat("page", guest.token)).toMatchObject(invalid("jwt invalid"));
  });

  test("is accepted when signed with the previous key, as is a code hashed with it", async () => {
    const keys = (old: string[]) =>
      deriveKeys({
        token: [...old, "token"],
        hash: [...old, "hash"],
        lookup: [...old, "lookup"],
        cookie: ["cookie"],
        audit: ["audit"],
      });
    expect(keys([]).sessionToken.newest).toEqual(testKeys().sessionToken.newest);
    const before = await createRegistrationTestApi();
    const person = await newPerson(before, { cell_phone: null });
    const guest = await new Visitor(before.apis).toCode(person);
    Object.assign(before.deps.keys, keys(["next"]));
    await guest.verify(otherThan(await codeSentTo(before, person.email)));
    expect(await guest.verify(await codeSentTo(before, person.email))).toMatchObject({ kind: "ok" });
    await before.close();
  });
});

describe("a token that was already used", () => {
  test("A-040 gets the same response to the same request, without a second code", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const guest = await visitor().start("policyHolder");
    const before = guest.token;
    const first = await guest.call("identify", { email: person.email });
    const second = await guest.repeat("identify", before, { email: person.email });
    expect(second).toEqual(first);
    const { rows } = await testApi.pool.query("select count(*)::int as n from notification where recipient = $1", [
      person.email,
    ]);
    expect(rows[0].n).toBe(1);
  });

  test("A-040 counts a repeated wrong code once", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const guest = await visitor().toCode(person);
    const wrong = { securityCode: otherThan(await codeSentTo(testApi, person.email)) };
    const before = guest.token;
    await guest.call("verify", wrong);
    for (let turn = 0; turn < 10; turn++)
      expect(await guest.repeat("verify", before, wrong)).toMatchObject({
        error: { error: "INVALID_ACTIVATION_CODE" },
      });
    expect(await guest.verify(await codeSentTo(testApi, person.email))).toMatchObject({ kind: "ok" });
  });

  test("A-040 gets the same response to a repeated cancel", async () => {
    const guest = await visitor().start();
    const before = guest.token;
    await guest.call("cancel");
    expect(await guest.repeat("cancel", before)).toMatchObject({ kind: "ok", status: 204 });
  });

  test("A-040 gets the same 201 with the ticket to a repeated create", async () => {
    const guest = await toCreate(testApi, visitor(), await newPerson(testApi, { cell_phone: null }));
    const before = guest.token;
    const first = await guest.call("create", createBody);
    expect(await guest.repeat("create", before, createBody)).toEqual(first);
    expect(first).toMatchObject({ status: 201 });
  });

  test("is refused as replaced for any other method, path or body", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const guest = await visitor().start("policyHolder");
    const before = guest.token;
    await guest.call("identify", { email: person.email });
    expect(await guest.repeat("identify", before, { email: "else@courrier.example" })).toMatchObject(
      invalid("jwt replaced"),
    );
    expect(await guest.repeat("page", before)).toMatchObject(invalid("jwt replaced"));
    expect(guest.page()).toBe("VERIFY_CODE");
    expect(await guest.call("page")).toMatchObject({ data: { page: "VERIFY_CODE" } });
  });

  test("is refused as replaced for everything once the newest was used", async () => {
    const guest = await visitor().start();
    const before = guest.token;
    await guest.call("page");
    await guest.call("page");
    expect(await guest.repeat("page", before)).toMatchObject(invalid("jwt replaced"));
  });

  test("leaves neither the next token nor a ticket readable in the database", async () => {
    const guest = await toCreate(testApi, visitor(), await newPerson(testApi, { cell_phone: null }));
    const created = await guest.call("create", createBody);
    const { rows } = await testApi.pool.query(
      "select to_jsonb(s)::text as kept from registration_session s where id = $1",
      [guest.claims().sid],
    );
    expect(rows[0].kept).not.toContain(guest.token);
    expect(rows[0].kept).not.toContain(created.kind === "ok" ? created.data.ticket : "");
  });
});
