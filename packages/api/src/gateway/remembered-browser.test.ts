import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, firstPassword, newestReset, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import { clientOf, openSession, signedOutCaller } from "../../../../test/signed-in.ts";
import type { Browser } from "./test/browser.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof, secondFactorPage, waitingPerson } from "./test/second-factor.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const security = clientOf(testApi, securityEndpoints);
const credentials = clientOf(testApi, credentialEndpoints);

/** A person whose browser is remembered and logged in. */
async function rememberedPerson() {
  const { person, proof } = await waitingPerson(testApi);
  await passSecondFactor(proof, person.cellPhone);
  return { ...person, browser: proof.browser };
}
type Caller = Awaited<ReturnType<typeof openSession>>;
type Person = Awaited<ReturnType<typeof rememberedPerson>>;

const callerOf = (browser: Browser): Caller => ({
  ...signedOutCaller,
  gatewaySession: browser.cookies.get("PD-H-SESSION-ID") ?? "",
});
const changePassword = async (caller: Caller) => {
  const { kind } = await credentials.changePassword(caller, { currentPassword: firstPassword, password: nextPassword });
  expect(kind).toBe("ok");
};

/** Resets the password, and logs in with both proofs in another browser. */
async function resetAndSignIn({ accountEmail, cellPhone, policy: { postalCode } }: Person) {
  const recoverer = new Recoverer(testApi);
  const started = await recoverer.startReset(accountEmail);
  const { code } = await newestReset(testApi, accountEmail);
  const { id, token } = await recoverer.proven(started, code);
  dataOf(await recoverer.password(id, { token, password: nextPassword, postalCode }));
  const other = new SecondProof(testApi);
  await other.browser.signIn(accountEmail, nextPassword);
  await passSecondFactor(other, cellPhone);
  expect(await other.isSignedIn()).toBe(true);
}

test.each<[string, string, (person: Person) => Promise<unknown>]>([
  [
    "a logout everywhere else",
    firstPassword,
    async ({ accountId }) => security.endOtherSessions(await openSession(testApi, accountId)),
  ],
  [
    "a logout of its session",
    firstPassword,
    async ({ accountId }) => {
      const caller = await openSession(testApi, accountId);
      const { sessions } = dataOf(await security.sessions(caller));
      await security.endSession(caller, sessions.find(({ isCurrent }) => !isCurrent)?.id ?? "");
    },
  ],
  [
    "a new password in another browser",
    nextPassword,
    async ({ accountId }) => changePassword(await openSession(testApi, accountId)),
  ],
  ["a reset of the password and a login elsewhere", nextPassword, resetAndSignIn],
])("A-454 asks for the second proof again in a remembered browser after %s", async (_what, password, act) => {
  const person = await rememberedPerson();
  await act(person);
  expect(leadsTo(await person.browser.signIn(person.accountEmail, password))).toBe(secondFactorPage);
});

test("goes on remembering the browser in which the person logs out elsewhere and chooses a new password", async () => {
  const { browser, accountId, accountEmail } = await rememberedPerson();
  await openSession(testApi, accountId);
  expect(dataOf(await security.endOtherSessions(callerOf(browser)))).toEqual({ count: 1 });
  await changePassword(callerOf(browser));
  await browser.get("/pkmslogout");
  expect(leadsTo(await browser.signIn(accountEmail, nextPassword))).toBe(loginResultUrl("success"));
});
