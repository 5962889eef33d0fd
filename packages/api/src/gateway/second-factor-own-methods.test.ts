import { limits } from "@vestibule/catalogue/limit.table.ts";
import { secondFactorEndpoints as accountEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, firstPassword, messagesTo, summaryOf } from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { totpCode } from "../second-factor/test/totp-code.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl } from "./test/gateway-test-api.ts";
import { SecondProof, secondFactorPage, waitingPerson } from "./test/second-factor.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const account = clientOf(testApi, accountEndpoints);
const now = () => testApi.deps.clock.now();

/** A waiting sign-in of a person with an app and recovery codes. */
async function waitingWithMethods() {
  const { person, proof } = await waitingPerson(testApi);
  const session = await openSession(testApi, person.accountId);
  const { secret } = dataOf(await account.setUp(session));
  dataOf(await account.add(session, { name: "App", code: totpCode(secret, now()) }));
  await testApi.pool.query("update authenticator set last_step = 0 where account_id = $1", [person.accountId]);
  const { codes } = dataOf(await account.makeRecoveryCodes(session));
  return { person, proof, secret, codes };
}

test("offers the authenticator app first and recovery codes last, and opens the session by a code of the app", async () => {
  const { person, proof, secret } = await waitingWithMethods();
  const waiting = dataOf(await proof.read());
  expect(waiting.state === "waiting" && waiting.methods.map(({ id }) => id)).toEqual([
    "authenticator",
    "text",
    "call",
    "recoveryCode",
  ]);
  const code = totpCode(secret, now());
  expect(summaryOf(await proof.verify(code, { id: "authenticator" }))).toBe("200");
  expect(leadsTo(await proof.finish())).toBe(loginResultUrl("success"));
  const { rows } = await testApi.pool.query(
    "select second_factor from gateway_session where account_id = $1 and second_factor is not null",
    [person.accountId],
  );
  expect(rows).toEqual([{ second_factor: "authenticator" }]);
});

test("A-487 asks for another way, and opens no session, after the only app was removed", async () => {
  const noEmail = await testBrands("newBrowser");
  for (const { secondFactor } of noEmail.brands) secondFactor.email = "never";
  const strict = closeAfterTests(await createGatewayTestApi({ brands: noEmail }));
  const { person } = await waitingPerson(strict, { cell_phone: null });
  const session = await openSession(strict, person.accountId);
  const ofStrict = clientOf(strict, accountEndpoints);
  const { secret } = dataOf(await ofStrict.setUp(session));
  dataOf(await ofStrict.add(session, { name: "App", code: totpCode(secret, strict.deps.clock.now()) }));
  const [app] = dataOf(await ofStrict.list(session)).authenticators;
  dataOf(await ofStrict.remove(session, app?.id ?? ""));
  const proof = new SecondProof(strict);
  expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(secondFactorPage);
  expect(dataOf(await proof.read())).toMatchObject({ state: "waiting", methods: [] });
  expect(leadsTo(await proof.finish())).toBe(secondFactorPage);
  expect(await proof.isSignedIn()).toBe(false);
});

describe("the method that the person chose to be asked for first", () => {
  const idsOf = async (proof: SecondProof) => {
    const waiting = dataOf(await proof.read());
    return waiting.state === "waiting" && waiting.methods.map(({ id }) => id);
  };
  const chooseText = async (accountId: string) =>
    dataOf(await account.chooseFirst(await openSession(testApi, accountId), { id: "text" }));

  test("is offered before stronger ones", async () => {
    const { person, proof } = await waitingWithMethods();
    await chooseText(person.accountId);
    expect(await idsOf(proof)).toEqual(["text", "authenticator", "call", "recoveryCode"]);
  });

  test("is offered last once its codes of the day are used up", async () => {
    const { person } = await waitingWithMethods();
    await chooseText(person.accountId);
    const other = new SecondProof(testApi);
    for (let count = 0; count < limits.secondFactorTelephoneDay.limit; count += 1) {
      await testApi.moveClock(300);
      await other.browser.signIn(person.accountEmail, firstPassword);
      dataOf(await other.send());
    }
    expect(await idsOf(other)).toEqual(["authenticator", "recoveryCode", "text", "call"]);
  });

  test("is offered last while its messages are late", async () => {
    const { person, proof } = await waitingWithMethods();
    await chooseText(person.accountId);
    dataOf(await proof.send());
    const queued = "update notification set queued_at = queued_at - interval '1 minute' where status = 'queued'";
    await testApi.pool.query(queued);
    expect(await idsOf(proof)).toEqual(["authenticator", "call", "recoveryCode", "text"]);
    await testApi.pool.query("update notification set status = 'accepted' where status = 'queued'");
    expect(await idsOf(proof)).toEqual(["text", "authenticator", "call", "recoveryCode"]);
  });
});

test("A-311 refuses a code of an app whose step another sign-in has used", async () => {
  const { person, proof, secret } = await waitingWithMethods();
  const code = totpCode(secret, now());
  expect(summaryOf(await proof.verify(code, { id: "authenticator" }))).toBe("200");
  const other = new SecondProof(testApi);
  expect(leadsTo(await other.browser.signIn(person.accountEmail, firstPassword))).toBe(secondFactorPage);
  expect(summaryOf(await other.verify(code, { id: "authenticator" }))).toMatch(/^400 3005/);
});

test("A-315 accepts a recovery code once", async () => {
  const { person, proof, codes } = await waitingWithMethods();
  const [code = ""] = codes;
  expect(summaryOf(await proof.verify(code, { id: "recoveryCode" }))).toBe("200");
  const other = new SecondProof(testApi);
  expect(leadsTo(await other.browser.signIn(person.accountEmail, firstPassword))).toBe(secondFactorPage);
  expect(summaryOf(await other.verify(code, { id: "recoveryCode" }))).toMatch(/^400 3005/);
});

describe("sign-ins in many browsers at once, at two servers", () => {
  /** Browsers in which the right password of the account has been typed. */
  async function waitingBrowsers(email: string, count: number) {
    const proofs = Array.from({ length: count }, () => new SecondProof(testApi));
    for (const { browser } of proofs) await browser.signIn(email, firstPassword);
    return proofs;
  }

  test.each(["authenticator", "recoveryCode"] as const)("A-458 pass once by one code: %s", async (id) => {
    const { person, secret, codes } = await waitingWithMethods();
    const proofs = await waitingBrowsers(person.accountEmail, 8);
    const code = id === "authenticator" ? totpCode(secret, now()) : (codes[0] ?? "");
    const results = await Promise.all(proofs.map((proof) => proof.verify(code, { id })));
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    await Promise.all(proofs.map((proof) => proof.finish()));
    const signedIn = await Promise.all(proofs.map((proof) => proof.isSignedIn()));
    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  test("A-459 have ten codes of a day compared, over every method", async () => {
    const { person, codes } = await waitingWithMethods();
    const proofs = await waitingBrowsers(person.accountEmail, 8);
    const guesses = proofs.flatMap((proof) => [
      proof.verify("000000", { id: "authenticator" }),
      proof.verify("AAAA-BBBB-CCCC", { id: "recoveryCode" }),
      proof.verify("000000", { id: "text" }),
    ]);
    const results = await Promise.all(guesses);
    expect(results.filter(({ kind }) => kind === "ok")).toEqual([]);
    const { rows } = await testApi.pool.query(
      "select from audit_event where account_id = $1 and event = 'second-factor.refused'",
      [person.accountId],
    );
    const { limit } = limits.secondFactorWrongCode;
    expect(rows.length).toBeLessThanOrEqual(limit);
    // Some were refused before they were compared, because the account has as many calls at once as it may.
    for (const proof of await waitingBrowsers(person.accountEmail, limit - rows.length))
      await proof.verify("AAAA-BBBB-CCCC", { id: "recoveryCode" });
    const late = new SecondProof(testApi);
    await late.browser.signIn(person.accountEmail, firstPassword);
    expect(summaryOf(await late.verify(codes[0] ?? "", { id: "recoveryCode" }))).toBe("403 3002");
  });
});

test("notifies the owner of a recovery code used at sign-in, with the browser and how many are left", async () => {
  const { person, codes } = await waitingWithMethods();
  const proof = new SecondProof(testApi);
  proof.browser.userAgent = "Firefox/140.0";
  await proof.browser.signIn(person.accountEmail, firstPassword);
  await proof.verify(codes[0] ?? "", { id: "recoveryCode" });
  for (const recipient of [person.accountEmail, person.email]) {
    const used = (await messagesTo(testApi, recipient)).filter(({ kind }) => kind === "recoveryCodeUsed");
    expect(used).toMatchObject([{ facts: { left: "9", browser: "firefox" } }]);
  }
});

test("A-312 refuses the code of another account’s app", async () => {
  const { proof } = await waitingWithMethods();
  const other = await waitingWithMethods();
  const result = await proof.verify(totpCode(other.secret, now()), { id: "authenticator" });
  expect(summaryOf(result)).toMatch(/^400 3005/);
});
