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

test.each([false, true])(
  "A-276 a freeze ends the tokens of every application, its session ended: %s",
  async (isEnded) => {
    const account = await testApi.createAccount();
    const tokens = await signedIn(account);
    // The person logged out by themselves, which leaves the application its access.
    if (isEnded)
      await testApi.pool.query("update gateway_session set ended_at = app_now() where account_id = $1", [account.id]);
    dataOf(await security.freeze(await openSession(testApi, account.id)));
    expect(await isAlive(tokens)).toEqual(noneIsAlive);
    // Not even once the account is open again.
    await testApi.pool.query("update account set frozen_at = null, disabled = false where id = $1", [account.id]);
    expect(await isAlive(tokens)).toEqual(noneIsAlive);
  },
);

test("A-436 the answer that is repeated for half a minute is refused after a freeze, and so is what it gave", async () => {
  const account = await testApi.createAccount();
  const { refresh_token: used = "" } = await signedIn(account);
  const next = await application.refresh(used);
  const repeated = await application.refresh(used);
  expect(repeated.refresh_token).toBe(next.refresh_token);
  dataOf(await security.freeze(await openSession(testApi, account.id)));
  await expect(application.refresh(used)).rejects.toThrow();
  expect(await isAlive(next)).toEqual(noneIsAlive);
});

test("A-436 no token survives a freeze that comes while twenty requests refresh", async () => {
  const account = await testApi.createAccount();
  const { refresh_token: first = "" } = await signedIn(account);
  const owner = await openSession(testApi, account.id);
  const answers = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => application.refresh(first)),
    security.freeze(owner).then(dataOf),
    ...Array.from({ length: 10 }, () => application.refresh(first)),
  ]);
  await expect(application.refresh(first)).rejects.toThrow();
  for (const answer of answers)
    if (answer.status === "fulfilled" && "access_token" in answer.value)
      expect(await isAlive(answer.value)).toEqual(noneIsAlive);
});

test("A-436 a code that was issued before a freeze gives no tokens after it", async () => {
  const account = await testApi.createAccount();
  const browser = openBrowser(first);
  const { url, verifier } = await application.start({ scope: "openid offline_access", prompt: "consent" });
  const returned = await signInFor(browser, url, account.email);
  dataOf(await security.freeze(await openSession(testApi, account.id)));
  await expect(application.finish(returned, verifier)).rejects.toThrow();
});
