import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf } from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { Application } from "./test/application.ts";
import { createOidcTestApi, openBrowser, signInFor, userInfo } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [first] = testApi.servers;
const application = await Application.discover(first);
const security = clientOf(testApi, securityEndpoints);

/** Signs a person in to an application that keeps access after the session. */
async function signedIn(account: { id: string; email: string }) {
  const browser = openBrowser(first);
  const { url, verifier } = await application.start({ scope: "openid offline_access", prompt: "consent" });
  return application.finish(await signInFor(browser, url, account.email), verifier);
}

const isAlive = async ({ access_token, refresh_token = "" }: Awaited<ReturnType<typeof signedIn>>) => {
  const access = (await userInfo(first, access_token)).status === 200;
  const refresh = await application.refresh(refresh_token).then(
    () => true,
    () => false,
  );
  return { access, refresh };
};

const noneIsAlive = { access: false, refresh: false };
const bothAreAlive = { access: true, refresh: true };

test.each(["one", "others"] as const)(
  "A-278 logging out %s elsewhere ends the tokens of their applications",
  async (how) => {
    const account = await testApi.createAccount();
    const elsewhere = await signedIn(account);
    const owner = await openSession(testApi, account.id);
    if (how === "others") dataOf(await security.endOtherSessions(owner));
    else {
      const { sessions } = dataOf(await security.sessions(owner));
      dataOf(await security.endSession(owner, sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ""));
    }
    expect(await isAlive(elsewhere)).toEqual(noneIsAlive);
  },
);

test("A-278 logging out one session elsewhere leaves the applications of another", async () => {
  const account = await testApi.createAccount();
  const kept = await signedIn(account);
  const ended = await signedIn(account);
  const owner = await openSession(testApi, account.id);
  const { sessions } = dataOf(await security.sessions(owner));
  // Newest first, after the current one.
  dataOf(await security.endSession(owner, sessions[1]?.id ?? ""));
  expect(await isAlive(ended)).toEqual(noneIsAlive);
  expect(await isAlive(kept)).toEqual(bothAreAlive);
});

test("A-276 a freeze ends the tokens of every application", async () => {
  const account = await testApi.createAccount();
  const tokens = await signedIn(account);
  dataOf(await security.freeze(await openSession(testApi, account.id)));
  expect(await isAlive(tokens)).toEqual(noneIsAlive);
});
