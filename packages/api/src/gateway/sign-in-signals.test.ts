import { limits } from "@vestibule/catalogue/limit.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { policyNumberRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, firstPassword, newestReset, nextPassword, Recoverer, summaryOf } from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl, wrongPassword } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof, secondFactorPage, waitingPerson } from "./test/second-factor.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const security = clientOf(testApi, securityEndpoints);
const success = loginResultUrl("success");
const year = 365 * 24 * 3600;

/** A person whose browser is remembered, signed out of it. */
async function rememberedPerson() {
  const { person, proof } = await waitingPerson(testApi);
  await passSecondFactor(proof, person.cellPhone);
  return { person, proof, browser: proof.browser };
}

type Remembered = Awaited<ReturnType<typeof rememberedPerson>>;

async function signInAgain({ person, browser }: Pick<Remembered, "person" | "browser">, password = firstPassword) {
  browser.cookies.delete("PD-H-SESSION-ID");
  return leadsTo(await browser.signIn(person.accountEmail, password));
}

/** Types wrong passwords; a lock that they cause has ended afterwards. */
async function failTimes(times: number, { person, browser }: Pick<Remembered, "person" | "browser">) {
  browser.cookies.delete("PD-H-SESSION-ID");
  for (let count = 0; count < times; count++) await browser.signIn(person.accountEmail, wrongPassword);
  await testApi.moveClock(16 * 60);
}

const reasonsOf = async (proof: SecondProof) => {
  const waiting = dataOf(await proof.read());
  return waiting.state === "waiting" && waiting.reasons;
};

const activitiesOf = async (accountId: string) =>
  dataOf(await security.activity(await openSession(testApi, accountId), {})).activities;

describe("a remembered browser is asked for a second proof", () => {
  test("after three wrong passwords in it, and the person sees why in the activity", async () => {
    const remembered = await rememberedPerson();
    const { person, proof } = remembered;
    await failTimes(3, remembered);
    expect(await signInAgain(remembered)).toBe(secondFactorPage);
    expect(await reasonsOf(proof)).toEqual(["failedTries"]);
    await passSecondFactor(proof, person.cellPhone);
    const [newest] = await activitiesOf(person.accountId);
    expect(newest).toMatchObject({ activity: "signedIn", signals: ["failedTries"] });
    expect(await signInAgain(remembered)).toBe(success);
    expect((await activitiesOf(person.accountId))[0]).not.toHaveProperty("signals");
  });

  test("not after two, nor after wrong passwords in another browser", async () => {
    const remembered = await rememberedPerson();
    await failTimes(2, remembered);
    expect(await signInAgain(remembered)).toBe(success);
    await failTimes(4, { person: remembered.person, browser: testApi.open() });
    expect(await signInAgain(remembered)).toBe(success);
  });

  test("A-355 also where the right password is typed again without the second proof", async () => {
    const remembered = await rememberedPerson();
    await failTimes(3, remembered);
    for (let count = 0; count < 2; count++) expect(await signInAgain(remembered)).toBe(secondFactorPage);
    await testApi.moveClock(ttl.pendingSignInMinutes * 60);
    expect(await signInAgain(remembered)).toBe(secondFactorPage);
  });

  test("at the first sign-in after a reset, and not after a password that was changed in the account", async () => {
    const remembered = await rememberedPerson();
    const { person } = remembered;
    await testApi.pool.query("update account set password_changed_at = app_now() where id = $1", [person.accountId]);
    expect(await signInAgain(remembered)).toBe(success);
    await testApi.moveClock(1);
    const recoverer = new Recoverer(testApi);
    const id = await recoverer.startReset(person.accountEmail);
    const { code } = await newestReset(testApi, person.accountEmail);
    const { id: proven, token } = await recoverer.proven(id, code);
    const { postalCode } = person.policy;
    dataOf(await recoverer.password(proven, { token, password: nextPassword, postalCode }));
    expect(await signInAgain(remembered, nextPassword)).toBe(secondFactorPage);
    expect(await reasonsOf(remembered.proof)).toEqual(["unknownBrowser", "afterReset"]);
    await passSecondFactor(remembered.proof, person.cellPhone);
    expect(await signInAgain(remembered, nextPassword)).toBe(success);
  });

  test("where its person has not signed in for a year", async () => {
    const remembered = await rememberedPerson();
    const { accountId } = remembered.person;
    const lastSignIn = (seconds: number) =>
      testApi.pool.query("update account set last_sign_in_at = app_now() - make_interval(secs => $2) where id = $1", [
        accountId,
        seconds,
      ]);
    await lastSignIn(year - 24 * 3600);
    expect(await signInAgain(remembered)).toBe(success);
    await lastSignIn(year + 24 * 3600);
    expect(await signInAgain(remembered)).toBe(secondFactorPage);
    expect(await reasonsOf(remembered.proof)).toEqual(["dormant"]);
  });
});

test("the password check of API v1 gives every signal as a reason, not only the unknown browser", async () => {
  const { person } = await waitingPerson(testApi);
  await failTimes(3, { person, browser: testApi.open() });
  await testApi.pool.query("update account set last_sign_in_at = app_now() - interval '2 years' where id = $1", [
    person.accountId,
  ]);
  const api = new Recoverer(testApi);
  const accounts = clientOf(testApi, policyNumberRegistrationEndpoints);
  const id = await api.found(person.accountEmail);
  expect(summaryOf(await accounts.authenticate(api.caller, id, { password: firstPassword }))).toBe("403 3006");
  const { rows } = await testApi.pool.query(
    "select reasons from pending_sign_in where account_id = $1 and client = 'app'",
    [person.accountId],
  );
  expect(rows).toEqual([{ reasons: ["unknownBrowser", "failedTries", "dormant"] }]);
});

describe("wrong passwords of many names from one client IP", () => {
  const { limit, windowMinutes } = limits.wrongNamesClientIp;

  /** A remembered browser, behind a client IP with the limits of production. */
  async function behindOneClientIp() {
    const brands = await testBrands("newBrowser");
    const strict = closeAfterTests(await createGatewayTestApi({ brands, clientIpLimitFactor: 1 }));
    const { person, proof } = await waitingPerson(strict);
    await passSecondFactor(proof, person.cellPhone);
    return {
      person,
      proof,
      strict,
      async stuff(names: number) {
        await strict.moveClock(60);
        for (let name = 0; name < names; name++)
          await strict.open().signIn(`stuffed-${name}@courrier.example`, wrongPassword);
      },
    };
  }

  test("A-399 ask for a second proof in a remembered browser there, within the hour", async () => {
    const { person, proof, strict, stuff } = await behindOneClientIp();
    await stuff(limit - 1);
    await stuff(limit - 1);
    expect(await signInAgain({ person, browser: proof.browser })).toBe(success);
    await stuff(limit);
    expect(await signInAgain({ person, browser: proof.browser })).toBe(secondFactorPage);
    expect(await reasonsOf(proof)).toEqual(["manyAccounts"]);
    await passSecondFactor(proof, person.cellPhone);
    const { rows } = await strict.pool.query(
      "select facts->>'signals' as signals from audit_event where event = 'sign-in.succeeded' and account_id = $1 order by at desc limit 1",
      [person.accountId],
    );
    expect(rows).toEqual([{ signals: "manyAccounts" }]);
    await strict.moveClock(windowMinutes * 60);
    expect(await signInAgain({ person, browser: proof.browser })).toBe(success);
  });
});

test("a sign-in in a new browser says so in the activity, except the first of an account", async () => {
  const { person, proof } = await waitingPerson(testApi);
  await passSecondFactor(proof, person.cellPhone);
  expect((await activitiesOf(person.accountId))[0]).not.toHaveProperty("signals");
  const other = new SecondProof(testApi);
  await other.browser.signIn(person.accountEmail, firstPassword);
  await passSecondFactor(other, person.cellPhone);
  expect((await activitiesOf(person.accountId))[0]).toMatchObject({ signals: ["unknownBrowser"] });
});
