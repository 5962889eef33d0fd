import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { messagesTo } from "../../../../test/recovery.ts";
import { rotateKeys } from "../../../../test/rotated-keys.ts";
import { forgetBrowsers, listKnownBrowsers } from "../accounts/known-browser.store.ts";
import { secureRandom } from "../platform/random.adapter.ts";
import {
  createGatewayTestApi,
  type GatewayTestApi,
  leadsTo,
  loginResultUrl,
  password,
  wrongPassword,
} from "./test/gateway-test-api.ts";

/** Fixes the randomized lockout threshold at the sixth wrong password. */
const sixth = {
  ...secureRandom,
  integer: (from: number, to: number) => (to <= 6 ? to : secureRandom.integer(from, to)),
};

const testApi = closeAfterTests(await createGatewayTestApi({ random: sixth, clientIpLimitFactor: 1 }));

const firefox = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const signInWith = (browser: ReturnType<GatewayTestApi["open"]>, email: string, headers: Record<string, string>) =>
  browser.post(
    "/pkmslogin.form",
    { username: email, password, "login-form-type": "pwd" },
    {
      origin: "http://localhost:3000",
      ...headers,
    },
  );

const newBrowserNotices = async (email: string) =>
  (await messagesTo(testApi, email)).filter(({ kind }) => kind === "newBrowser");

const browsersOf = (accountId: string, idHash = "") => listKnownBrowsers(testApi.database, { accountId, idHash });

test("remembers a browser at its sign-in, once, with what its person recognises it by", async () => {
  const { email, id } = await testApi.createAccount();
  const browser = testApi.open();
  await signInWith(browser, email, firefox);
  await browser.get("/pkmslogout");
  await signInWith(browser, email, firefox);
  const known = await browsersOf(id);
  expect(known).toMatchObject([{ browser: "firefox", system: "windows" }]);
  await signInWith(testApi.open(), email, {});
  expect(await browsersOf(id)).toHaveLength(2);
});

test("notifies the owner of a login in a new browser, but not of the first one or of one in a known browser", async () => {
  const { email } = await testApi.createAccount();
  const browser = testApi.open();
  await signInWith(browser, email, firefox);
  await browser.get("/pkmslogout");
  await signInWith(browser, email, firefox);
  expect(await newBrowserNotices(email)).toEqual([]);
  await signInWith(testApi.open(), email, firefox);
  expect(await newBrowserNotices(email)).toMatchObject([{ facts: { browser: "firefox", system: "windows" } }]);
});

test("notifies the owner of a forgotten browser that logs in again", async () => {
  const { email, id } = await testApi.createAccount();
  const browser = testApi.open();
  await signInWith(browser, email, firefox);
  await browser.get("/pkmslogout");
  await testApi.database.transaction().execute((transaction) => forgetBrowsers(transaction, { accountId: id }));
  await signInWith(browser, email, firefox);
  expect(await newBrowserNotices(email)).toHaveLength(1);
});

test("sends no notice of a known browser after a rotation of the secrets", async () => {
  const { email } = await testApi.createAccount();
  const browser = testApi.open();
  await signInWith(browser, email, firefox);
  const rotated = rotateKeys(testApi).open();
  for (const [name, value] of browser.cookies) rotated.cookies.set(name, value);
  await rotated.get("/pkmslogout");
  await signInWith(rotated, email, firefox);
  expect(await newBrowserNotices(email)).toEqual([]);
});

test("A-352 notifies the owner five times a day at most, and not where the password was wrong", async () => {
  const { email } = await testApi.createAccount();
  for (let login = 1; login <= 8; login += 1) await signInWith(testApi.open(), email, firefox);
  await testApi.open().signIn(email, wrongPassword);
  expect(await newBrowserNotices(email)).toHaveLength(5);
});

test("sends no notice of a new browser after a new password by a ticket, or where the brand turned it off", async () => {
  const { email, id } = await testApi.createAccount();
  await signInWith(testApi.open(), email, firefox);
  const ticket = await testApi.issueTicket(id);
  const form = { username: email, ticket, "login-form-type": "ticket" };
  await testApi.open().post("/pkmslogin.form", form, { origin: "http://localhost:3000" });
  const { defaultBrand } = testApi.deps.brands;
  const quiet = { ...defaultBrand, features: { ...defaultBrand.features, newBrowserNotice: false } };
  const brands = { ...testApi.deps.brands, byHost: () => quiet };
  await signInWith(testApi.open({ brands }), email, firefox);
  expect(await browsersOf(id)).toHaveLength(3);
  expect(await newBrowserNotices(email)).toEqual([]);
});

test("marks the browser of the session, after a sign-in from another one too", async () => {
  const { email, id } = await testApi.createAccount();
  await signInWith(testApi.open(), email, firefox);
  const [session] = (await testApi.pool.query("select id_hash from gateway_session where account_id = $1", [id])).rows;
  await signInWith(testApi.open(), email, {});
  const known = await browsersOf(id, session.id_hash);
  expect(known.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
    ["firefox", true],
    [undefined, false],
  ]);
});

test("A-240 counts wrong passwords of a forgotten browser with those of every other", async () => {
  const { email, id } = await testApi.createAccount();
  const known = testApi.open();
  const forgotten = testApi.open();
  for (const browser of [known, forgotten]) {
    await browser.signIn(email, password);
    await browser.get("/pkmslogout");
  }
  const [, first] = await browsersOf(id);
  const trusted = known;
  await testApi.database
    .transaction()
    .execute((transaction) => forgetBrowsers(transaction, { accountId: id, id: first?.id }));
  const otherBrowser = testApi.open();
  for (let tries = 0; tries < 6; tries += 1) await otherBrowser.signIn(email, wrongPassword);
  const results = await Promise.all(
    [trusted, forgotten].map(async (one) => leadsTo(await one.signIn(email, password))),
  );
  expect(results.filter((result) => result === loginResultUrl("lockedOut"))).toHaveLength(1);
});

test("lists a forgotten browser again after its next sign-in", async () => {
  const { email, id } = await testApi.createAccount();
  const browser = testApi.open();
  await browser.signIn(email, password);
  await testApi.database.transaction().execute((transaction) => forgetBrowsers(transaction, { accountId: id }));
  expect(await browsersOf(id)).toEqual([]);
  await browser.get("/pkmslogout");
  await browser.signIn(email, password);
  expect(await browsersOf(id)).toHaveLength(1);
});
