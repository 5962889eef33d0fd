import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { firstPassword } from "../../../../test/recovery.ts";
import { keyedHash } from "../platform/keyed-hash.adapter.ts";
import { createGatewayTestApi } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const origin = "https://portal.belair.example";
const sessionCookie = "PD-S-SESSION-ID";

async function signIn() {
  const { id, email } = await testApi.createAccount();
  const browser = testApi.open({}, origin);
  await browser.signIn(email, firstPassword);
  return { id, browser, session: browser.cookies.get(sessionCookie) ?? "" };
}

/** The account's page is passed on to the portal with the gateway's headers, or leads to the login page. */
const statusOf = async (browser: Awaited<ReturnType<typeof signIn>>["browser"]) =>
  (await browser.get("/account")).status;

test("A-423 a session that is planted where the owner is logged out opens no page", async () => {
  const thief = await signIn();
  expect(await statusOf(thief.browser)).toBe(200);
  const owner = testApi.open({}, origin);
  owner.cookies.set(sessionCookie, thief.session);
  expect(await statusOf(owner)).toBe(302);
  expect(await statusOf(thief.browser)).toBe(200);
});

test("A-423 a session that is planted beside what an ended one has left opens no page", async () => {
  const thief = await signIn();
  const { browser } = await signIn();
  browser.cookies.set(sessionCookie, thief.session);
  expect(await statusOf(browser)).toBe(302);
  await browser.get("/pkmslogout");
  expect([...browser.cookies.keys()]).not.toContain("__Host-session-binding");
  expect(await statusOf(thief.browser)).toBe(200);
});

test("A-423 cutting the binding off a planted session leaves no session", async () => {
  const { browser, session } = await signIn();
  for (const id of [
    session.split(".")[1] ?? "",
    session.replace(".", ""),
    `.${session}`,
    session.replace(/^.*\./, "."),
  ]) {
    browser.cookies.set(sessionCookie, id);
    browser.cookies.delete("__Host-session-binding");
    expect(await statusOf(browser)).toBe(302);
  }
});

test("keeps a session of the version before, whose browser has no binding", async () => {
  const { id, browser } = await signIn();
  const earlier = testApi.deps.random.token(32);
  await testApi.pool.query(
    `insert into gateway_session (id_hash, account_id, started_at, last_seen_at)
     values ($1, $2, app_now(), app_now())`,
    [keyedHash(testApi.deps.keys.secretHash, ["gateway-session", earlier]), id],
  );
  browser.cookies.clear();
  browser.cookies.set(sessionCookie, earlier);
  expect(await statusOf(browser)).toBe(200);
});
