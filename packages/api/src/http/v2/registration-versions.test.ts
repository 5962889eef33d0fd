import { CompactSign } from "jose";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { codeSentTo, newPerson, Visitor } from "../../../../../test/registration.ts";

const testApi = await openTestApi();

/** A session at the code page, with a code sent to the person's e-mail. */
async function atCode() {
  const person = await newPerson(testApi, { cell_phone: null });
  const visitor = await new Visitor(testApi.apis).toCode(person);
  return { person, visitor, sid: visitor.claims().sid };
}

/** The visitor's token with other claims, signed by the server's own key. */
async function signed(visitor: Visitor, claims: object): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify({ ...visitor.claims(), ...claims }));
  return new CompactSign(payload).setProtectedHeader({ alg: "HS256" }).sign(testApi.deps.keys.sessionToken.newest);
}

describe("A-203 a server of another version", () => {
  test("that added a claim and a field of the state has its sessions continued", async () => {
    const { person, visitor, sid } = await atCode();
    await testApi.pool.query(`update registration_attempt set state = state || '{"newer": {"a": 1}}' where id = $1`, [
      sid,
    ]);
    visitor.token = await signed(visitor, { newer: true });
    expect(await visitor.verify(await codeSentTo(testApi, person.email))).toMatchObject({ kind: "ok" });
  });

  test.each([
    ["a claim that this one does not know", { page: "NEWER_PAGE" }],
    ["no session id", { sid: undefined }],
    ["no expiry", { exp: undefined }],
  ])("that signed a token with %s has it refused like any invalid one", async (_what, claims) => {
    const { visitor } = await atCode();
    expect(await visitor.repeat("page", await signed(visitor, claims))).toMatchObject({
      status: 400,
      error: { error: "INVALID_TOKEN", message: "jwt invalid" },
    });
  });

  test.each([
    ["a state that this one cannot read", "state = '{}'"],
    ["a page that this one does not have", "page = 'NEWER_PAGE'"],
  ])("that saved %s has its sessions end, so that people start again", async (_what, change) => {
    const { visitor, sid } = await atCode();
    await testApi.pool.query(`update registration_attempt set ${change} where id = $1`, [sid]);
    for (const call of ["page", "options", "resend", "back", "cancel"] as const)
      expect([call, await visitor.repeat(call, visitor.token)]).toMatchObject([
        call,
        {
          kind: "error",
          status: 404,
          error: { error: "INVALID_TOKEN" },
        },
      ]);
  });
});

test("A-038 a token holds nothing that its caller chose", async () => {
  const { policy } = await newPerson(testApi);
  const visitor = new Visitor(testApi.apis, { province: "chosen-province", language: "chosen-language" });
  await visitor.start("policyHolder");
  await visitor.call("identify", { method: "policyNumber" });
  await visitor.call("identify", { ...policy, policyNumber: "ZZZ9999" });
  await visitor.call("identify", policy);
  const { accountType, ...claims } = visitor.claims();
  expect(Object.keys(claims).sort()).toEqual(["exp", "iat", "jti", "page", "sid", "step"]);
  const text = JSON.stringify(claims);
  for (const chosen of [...Object.values(policy), "chosen", "policyNumber"]) expect(text).not.toContain(chosen);
  expect(accountType).toBe("policyHolder");
});

test("A-038 no call takes a page, a step or a proof from its caller", async () => {
  for (const extra of [{ page: "CREATE" }, { step: "CREATE" }, { proof: {} }, { sid: crypto.randomUUID() }]) {
    const visitor = await new Visitor(testApi.apis).start();
    expect(await visitor.call("accountType", { accountType: "policyHolder", ...extra })).toMatchObject({
      status: 400,
      error: { error: "INVALID_REQUEST" },
    });
    expect(visitor.page()).toBe("ACCOUNT_TYPE");
  }
});
