import { randomBytes } from "node:crypto";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import { CompactEncrypt, CompactSign, decodeJwt, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { testKeys } from "../../../../../test/book-file.ts";
import {
  codeSentTo,
  createBody,
  createRegistrationTestApi,
  newPerson,
  otherThan,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor } = await openRegistrationTest();

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const invalid = (message: string, status = 400) => ({ status, error: { error: "INVALID_TOKEN", message } });

describe("the session token", () => {
  test("is new in each response and contains step, page and account type", async () => {
    const visitor = await createVisitor().start();
    const first = visitor.token;
    await visitor.call("page");
    expect(visitor.token).not.toBe(first);
    await visitor.call("accountType", { accountType: "insuredDriver" });
    expect(visitor.claims()).toEqual({
      sid: expect.any(String),
      step: "IDENTIFY",
      page: "EMAIL_IDENTIFICATION",
      accountType: "insuredDriver",
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    const { iat, exp } = visitor.claims();
    expect(exp - iat).toBeGreaterThanOrEqual(899);
    expect(exp - iat).toBeLessThanOrEqual(900);
  });

  test("is new even when fields or the step are refused", async () => {
    const visitor = await createVisitor().start();
    for (const result of [
      await visitor.call("accountType", { accountType: "nobody" as "policyHolder" }),
      await visitor.call("create", createBody),
    ])
      expect(result).toMatchObject({ kind: "error", token: expect.any(String) });
    expect(visitor.page()).toBe("ACCOUNT_TYPE");
  });

  test("A-043 is refused after the session is cancelled or expired", async () => {
    const cancelled = await createVisitor().start();
    expect(await cancelled.call("cancel")).toEqual({ kind: "ok", status: 204, data: undefined, token: undefined });
    expect(await cancelled.call("page")).toMatchObject(invalid("state not found in cache", 404));

    const past = await createVisitor().start();
    await testApi.moveClock(15 * 60);
    expect(await past.call("page")).toMatchObject(invalid("jwt expired"));
  });

  test("A-043 expires 15 minutes after the last step and 30 after the start, on the database clock", async () => {
    const visitor = await createVisitor().start();
    await testApi.moveClock(14 * 60);
    expect(await visitor.call("page")).toMatchObject({ kind: "ok" });
    await testApi.moveClock(14 * 60);
    expect(await visitor.call("page")).toMatchObject({ kind: "ok" });
    await testApi.moveClock(2 * 60);
    expect(await visitor.call("page")).toMatchObject(invalid("jwt expired"));
  });

  test("A-043 is not extended by a refused body", async () => {
    const visitor = await createVisitor().start();
    await testApi.moveClock(14 * 60);
    await visitor.call("accountType", { accountType: "nobody" as "policyHolder" });
    await testApi.moveClock(61);
    expect(await visitor.call("page")).toMatchObject(invalid("jwt expired"));
  });

  test.each([
    ["A-044 with alg none", (payload: string) => `${encode({ alg: "none" })}.${payload}.`],
    ["A-044 with alg None", (payload: string) => `${encode({ alg: "None" })}.${payload}.`],
    ["A-044 with an empty alg", (payload: string) => `${encode({ alg: "" })}.${payload}.`],
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
    const visitor = await createVisitor().start();
    const forged = forge(visitor.token?.split(".")[1] ?? "");
    expect(await visitor.repeat("page", forged)).toMatchObject(invalid("jwt invalid"));
    expect(await visitor.call("page")).toMatchObject({ kind: "ok" });
  });

  test("A-037 is refused with another page in its claims", async () => {
    const visitor = await createVisitor().start();
    const [header, , signature] = (visitor.token ?? "").split(".");
    const forged = `${header}.${encode({ ...visitor.claims(), page: "CREATE", step: "CREATE" })}.${signature}`;
    expect(await visitor.repeat("create", forged, createBody)).toMatchObject(invalid("jwt invalid"));
  });

  test("A-037 does not change the server's page, even when signed with another one", async () => {
    const visitor = await createVisitor().start();
    const payload = new TextEncoder().encode(JSON.stringify({ ...visitor.claims(), page: "CREATE", step: "CREATE" }));
    const signed = await new CompactSign(payload)
      .setProtectedHeader({ alg: "HS256" })
      .sign(testApi.deps.keys.sessionToken.newest);
    expect(await visitor.repeat("create", signed, createBody)).toMatchObject({
      error: { error: "WRONG_STEP" },
    });
  });

  test.each([
    { jku: "http://evil.example/keys" },
    { x5u: "http://evil.example/cert" },
    { jwk: { kty: "oct", k: Buffer.alloc(32).toString("base64url") } },
    { kid: "../../../../dev/null" },
    { kid: "' UNION SELECT" },
  ])("A-047 is refused with key hints in its header: %o", async (hint) => {
    const visitor = await createVisitor().start();
    const payload = new TextEncoder().encode(JSON.stringify(visitor.claims()));
    const sign = (key: Uint8Array) => new CompactSign(payload).setProtectedHeader({ alg: "HS256", ...hint }).sign(key);
    expect(await visitor.repeat("page", await sign(randomBytes(32)))).toMatchObject(invalid("jwt invalid"));
    expect(await visitor.repeat("page", await sign(new Uint8Array(32)))).toMatchObject(invalid("jwt invalid"));
  });

  test("A-049 is refused when signed with a key of another purpose", async () => {
    const visitor = await createVisitor().start();
    const payload = new TextEncoder().encode(JSON.stringify(visitor.claims()));
    const { secretHash, cookie, lookupHash } = testApi.deps.keys;
    for (const { newest } of [secretHash, cookie, lookupHash]) {
      const foreign = await new CompactSign(payload).setProtectedHeader({ alg: "HS256" }).sign(newest);
      expect(await visitor.repeat("page", foreign)).toMatchObject(invalid("jwt invalid"));
    }
  });

  test("A-050 is refused when encrypted", async () => {
    const visitor = await createVisitor().start();
    const { publicKey } = await generateKeyPair("RSA-OAEP");
    const box = await new CompactEncrypt(new TextEncoder().encode("x".repeat(500)))
      .setProtectedHeader({ alg: "RSA-OAEP", enc: "A256GCM" })
      .encrypt(publicKey);
    expect(await visitor.repeat("page", box)).toMatchObject(invalid("jwt invalid"));
  });

  test("A-052 is not read from the query", async () => {
    const visitor = await createVisitor().start();
    const response = await testApi.apis[0].request(
      `/api/v2/registration/page?x-registration-session=${visitor.token}`,
      {
        headers: { "api-key": "belair" },
      },
    );
    expect(await response.json()).toEqual({ error: "INVALID_TOKEN", message: "jwt invalid" });
  });

  test("A-053 is refused with one code when the session is unknown, and the message names the reason", async () => {
    const visitor = await createVisitor().start();
    await testApi.pool.query("delete from registration_attempt where id = $1", [visitor.claims().sid]);
    expect(await visitor.call("page")).toMatchObject(invalid("state not found in cache", 404));
  });

  test("is refused under another brand", async () => {
    const visitor = await createVisitor().start();
    const other = new Visitor(testApi.apis, { apiKey: "intact" });
    expect(await other.repeat("page", visitor.token)).toMatchObject(invalid("jwt invalid"));
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
    const visitor = await new Visitor(before.apis).toCode(person);
    Object.assign(before.deps.keys, keys(["next"]));
    await visitor.verify(otherThan(await codeSentTo(before, person.email)));
    expect(await visitor.verify(await codeSentTo(before, person.email))).toMatchObject({ kind: "ok" });
    await before.close();
  });
});

describe("a token that was already used", () => {
  test("A-040 gets the same response to the same request, without a second code", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().start("policyHolder");
    const before = visitor.token;
    const first = await visitor.call("identify", { email: person.email });
    const second = await visitor.repeat("identify", before, { email: person.email });
    expect(second).toEqual(first);
    const { rows } = await testApi.pool.query("select count(*)::int as n from notification where recipient = $1", [
      person.email,
    ]);
    expect(rows[0].n).toBe(1);
  });

  test("A-040 counts a repeated wrong code once", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    const wrong = { securityCode: otherThan(await codeSentTo(testApi, person.email)) };
    const before = visitor.token;
    await visitor.call("verify", wrong);
    for (let turn = 0; turn < 10; turn++)
      expect(await visitor.repeat("verify", before, wrong)).toMatchObject({
        error: { error: "INVALID_ACTIVATION_CODE" },
      });
    expect(await visitor.verify(await codeSentTo(testApi, person.email))).toMatchObject({ kind: "ok" });
  });

  test("A-040 gets the same response to a repeated cancel", async () => {
    const visitor = await createVisitor().start();
    const before = visitor.token;
    await visitor.call("cancel");
    expect(await visitor.repeat("cancel", before)).toMatchObject({ kind: "ok", status: 204 });
  });

  test("A-040 gets the same 201 with the ticket to a repeated create", async () => {
    const visitor = await toCreate(testApi, createVisitor(), await newPerson(testApi, { cell_phone: null }));
    const before = visitor.token;
    const first = await visitor.call("create", createBody);
    expect(await visitor.repeat("create", before, createBody)).toEqual(first);
    expect(first).toMatchObject({ status: 201 });
  });

  test("is refused as replaced for any other method, path or body", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().start("policyHolder");
    const before = visitor.token;
    await visitor.call("identify", { email: person.email });
    expect(await visitor.repeat("identify", before, { email: "else@courrier.example" })).toMatchObject(
      invalid("jwt replaced"),
    );
    expect(await visitor.repeat("back", before)).toMatchObject(invalid("jwt replaced"));
    expect(visitor.page()).toBe("VERIFY_CODE");
    expect(await visitor.call("page")).toMatchObject({ data: { page: "VERIFY_CODE" } });
  });

  test("A-040 reads the page with the newest token for a minute, at both servers and as often as an answer is lost", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().start("policyHolder");
    const before = visitor.token;
    await visitor.call("identify", { email: person.email });
    const { iat: _issuedAt, ...newest } = visitor.claims();
    for (let lost = 0; lost < 4; lost++) {
      const result = await visitor.repeat("page", before);
      expect(result).toMatchObject({ kind: "ok", data: { page: "VERIFY_CODE" } });
      expect("token" in result && result.token && decodeJwt(result.token)).toMatchObject(newest);
    }
    expect(await visitor.call("page")).toMatchObject({ kind: "ok", data: { page: "VERIFY_CODE" } });
  });

  test("reads no page once a minute has passed since it was replaced", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().start("policyHolder");
    const before = visitor.token;
    await visitor.call("identify", { email: person.email });
    await testApi.moveClock(61);
    expect(await visitor.repeat("page", before)).toMatchObject(invalid("jwt replaced"));
  });

  test("is refused as replaced for everything once the newest was used", async () => {
    const visitor = await createVisitor().start();
    const before = visitor.token;
    await visitor.call("page");
    await visitor.call("page");
    expect(await visitor.repeat("page", before)).toMatchObject(invalid("jwt replaced"));
  });

  test("leaves neither the next token nor a ticket readable in the database", async () => {
    const visitor = await toCreate(testApi, createVisitor(), await newPerson(testApi, { cell_phone: null }));
    const created = await visitor.call("create", createBody);
    const { rows } = await testApi.pool.query(
      "select to_jsonb(s)::text as kept from registration_attempt s where id = $1",
      [visitor.claims().sid],
    );
    expect(rows[0].kept).not.toContain(visitor.token);
    expect(rows[0].kept).not.toContain(created.kind === "ok" ? created.data.ticket : "");
  });
});
