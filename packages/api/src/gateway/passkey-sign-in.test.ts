import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { messagesTo, newHolder } from "../../../../test/recovery.ts";
import { listPasskeys, removePasskey } from "../passkeys/passkey.store.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import { Authenticator, type DeviceOptions } from "../passkeys/test/authenticator.ts";
import { gatewayLocation } from "./gateway-result.rule.ts";
import type { Browser } from "./test/browser.ts";
import { createGatewayTestApi, homeOrigin, leadsTo, loginResultUrl, wrongPassword } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const refusedAt = gatewayLocation("invalidCredentials", "/pkmspasskey.form");
const offAt = gatewayLocation("invalidCredentials", "/pkmspasskey.form/off");
const signedIn = loginResultUrl("success");

const challengeFor = async (browser: Browser): Promise<string> =>
  (await (await browser.get("/pkmspasskey.options")).json()).challenge;

const send = (browser: Browser, response: unknown, headers = {}) =>
  browser.post("/pkmspasskey.form", { passkey: JSON.stringify(response) }, { origin: homeOrigin, ...headers });

async function signInWith(authenticator: Authenticator, device: Partial<DeviceOptions> = {}, browser = testApi.open()) {
  const response = authenticator.respond(await challengeFor(browser), { origin: homeOrigin, ...device });
  return send(browser, response);
}

async function personWithPasskey(device: Partial<DeviceOptions> = {}, account: { status?: "T" | "L" } = {}) {
  const person = await testApi.createAccount(account);
  const authenticator = await addTestPasskey(testApi.deps, { accountId: person.id, origin: homeOrigin, ...device });
  return { ...person, authenticator };
}

const passkeyRow = async (accountId: string) =>
  (
    await testApi.pool.query(
      "select sign_count::int, backed_up, last_used_at, blocked_at from passkey where account_id = $1",
      [accountId],
    )
  ).rows[0];

const eventsOf = async (accountId: string) =>
  (
    await testApi.pool.query(
      "select event, result, facts ->> 'how' as how from audit_event where account_id = $1 order by id",
      [accountId],
    )
  ).rows;

test("signs in with a passkey and without an e-mail, under a new session id", async () => {
  const { id, email, authenticator } = await personWithPasskey();
  const browser = testApi.open();
  const options = await (await browser.get("/pkmspasskey.options")).json();
  expect(options).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
  const response = await send(browser, authenticator.respond(options.challenge, { origin: homeOrigin }));

  expect([response.status, leadsTo(response)]).toEqual([302, signedIn]);
  expect(await (await browser.get("/account")).json()).toMatchObject({ "iv-user": email });
  expect((await passkeyRow(id)).last_used_at).not.toBeNull();
  expect(await eventsOf(id)).toEqual([{ event: "sign-in.succeeded", result: "ok", how: "passkey" }]);
  const { rows } = await testApi.pool.query("select opened_by from gateway_session where account_id = $1", [id]);
  expect(rows).toEqual([{ opened_by: "passkey" }]);
});

test("redirects to the page that was asked for before the sign-in", async () => {
  const { authenticator } = await personWithPasskey();
  const browser = testApi.open();
  await browser.get("/account?from=mail");
  expect(leadsTo(await signInWith(authenticator, {}, browser))).toBe("/account?from=mail");
});

test("keeps the sign count and the backup state of each sign-in", async () => {
  const { id, authenticator } = await personWithPasskey();
  await signInWith(authenticator, { signCount: 7, isBackedUp: true });
  expect(await passkeyRow(id)).toMatchObject({ sign_count: 7, backed_up: true });
});

test("A-204 refuses the answer to a challenge a second time", async () => {
  const { authenticator } = await personWithPasskey();
  const challenge = await challengeFor(testApi.open());
  const response = authenticator.respond(challenge, { origin: homeOrigin });
  expect(leadsTo(await send(testApi.open(), response))).toBe(signedIn);
  expect(leadsTo(await send(testApi.open(), response))).toBe(refusedAt);
});

test("A-204 accepts one of ten answers that arrive at once", async () => {
  const { authenticator } = await personWithPasskey();
  const response = authenticator.respond(await challengeFor(testApi.open()), { origin: homeOrigin });
  const responses = await Promise.all(Array.from({ length: 10 }, () => send(testApi.open(), response)));
  expect(responses.map(leadsTo).filter((url) => url === signedIn)).toHaveLength(1);
});

test("A-204 refuses a challenge after five minutes", async () => {
  const { authenticator } = await personWithPasskey();
  const response = authenticator.respond(await challengeFor(testApi.open()), { origin: homeOrigin });
  await testApi.moveClock(5 * 60 + 1);
  expect(leadsTo(await send(testApi.open(), response))).toBe(refusedAt);
});

test("A-204 refuses a challenge that this portal did not issue", async () => {
  const { authenticator } = await personWithPasskey();
  for (const challenge of ["", "AAAA", Buffer.from("nonce.9999999999.signature").toString("base64url")])
    expect(leadsTo(await send(testApi.open(), authenticator.respond(challenge, { origin: homeOrigin })))).toBe(
      refusedAt,
    );
});

test("A-205 refuses an answer that was given to another origin, or inside a frame", async () => {
  const { authenticator } = await personWithPasskey();
  for (const device of [
    { origin: "https://evil.example", rpId: "localhost" },
    { origin: "http://localhost.evil.example:3000", rpId: "localhost" },
    { origin: homeOrigin, rpId: "evil.example" },
    { origin: homeOrigin, crossOrigin: true },
  ])
    expect(leadsTo(await signInWith(authenticator, device))).toBe(refusedAt);
});

test("A-205 refuses a post from another site", async () => {
  const { authenticator } = await personWithPasskey();
  const browser = testApi.open();
  const response = authenticator.respond(await challengeFor(browser), { origin: homeOrigin });
  const posted = await send(browser, response, { origin: "https://evil.example" });
  expect(leadsTo(posted)).toBe(gatewayLocation("refused", "/pkmspasskey.form"));
  expect(browser.cookies.size).toBe(0);
});

test("A-206 refuses a passkey and a challenge of another brand", async () => {
  const { authenticator } = await personWithPasskey();
  const other = testApi.deps.brands.byId("scotia");
  const brands = { ...testApi.deps.brands, byHost: () => other ?? testApi.deps.brands.defaultBrand };
  expect(leadsTo(await signInWith(authenticator, {}, testApi.open({ brands })))).toBe(refusedAt);
  const response = authenticator.respond(await challengeFor(testApi.open({ brands })), { origin: homeOrigin });
  expect(leadsTo(await send(testApi.open(), response))).toBe(refusedAt);
});

test("A-207 refuses a passkey that answers for another account", async () => {
  const ownerPasskey = await personWithPasskey();
  const other = await personWithPasskey();
  const browser = testApi.open();
  const device = { origin: homeOrigin };
  const response = ownerPasskey.authenticator.respond(await challengeFor(browser), device);
  const others = other.authenticator.respond(await challengeFor(browser), device);
  const { userHandle } = others.response;
  for (const forged of [
    { ...response, response: { ...response.response, userHandle } },
    { ...others, response: response.response },
    { ...others, response: { ...response.response, userHandle } },
  ])
    expect(leadsTo(await send(testApi.open(), forged))).toBe(refusedAt);
});

test("A-208 refuses an answer without user verification", async () => {
  const { authenticator } = await personWithPasskey();
  expect(leadsTo(await signInWith(authenticator, { isUserVerified: false }))).toBe(refusedAt);
});

test("A-209 refuses a passkey that was removed, and one that was never added, as unknown", async () => {
  const unknownAt = gatewayLocation("invalidCredentials", "/pkmspasskey.form/unknown");
  const { id, authenticator } = await personWithPasskey();
  await testApi.pool.query("delete from passkey where account_id = $1", [id]);
  expect(leadsTo(await signInWith(authenticator))).toBe(unknownAt);
  expect(leadsTo(await signInWith(new Authenticator()))).toBe(unknownAt);
});

test("refuses a passkey that its owner removed, and as unknown once the removal cannot be undone", async () => {
  const { id, authenticator } = await personWithPasskey();
  const [passkey] = await listPasskeys(testApi.database, id);
  const removed = { accountId: id, id: passkey?.id ?? "" };
  await testApi.database.transaction().execute((transaction) => removePasskey(transaction, removed));
  expect(leadsTo(await signInWith(authenticator))).toBe(refusedAt);
  await testApi.moveClock(72 * 3600 + 1);
  expect(leadsTo(await signInWith(authenticator))).toBe(
    gatewayLocation("invalidCredentials", "/pkmspasskey.form/unknown"),
  );
});

test("says that a passkey is off, or what its account needs first, to a device that has proven it alone", async () => {
  const { id, authenticator } = await personWithPasskey({}, { status: "L" });
  await testApi.pool.query("update passkey set off_since = app_now(), blocked_at = app_now() where account_id = $1", [
    id,
  ]);
  expect(leadsTo(await signInWith(authenticator, { isUserVerified: false }))).toBe(refusedAt);
  expect(leadsTo(await signInWith(authenticator))).toBe(gatewayLocation("lockedUntilReset", "/pkmspasskey.form"));
  await testApi.pool.query("update account set status = 'A' where id = $1", [id]);
  expect(leadsTo(await signInWith(authenticator, { isUserVerified: false }))).toBe(refusedAt);
  expect(leadsTo(await signInWith(authenticator))).toBe(offAt);
});

test("A-210 blocks a passkey whose count goes back, and notifies its owner once", async () => {
  const { id, email, authenticator } = await personWithPasskey();
  expect(leadsTo(await signInWith(authenticator, { signCount: 5 }))).toBe(signedIn);
  const copying = testApi.open();
  copying.userAgent = "Firefox/140.0";
  for (const signCount of [5, 4, 6])
    expect(leadsTo(await signInWith(authenticator, { signCount }, copying))).toBe(offAt);

  expect((await passkeyRow(id)).blocked_at).not.toBeNull();
  const events = await eventsOf(id);
  expect(events.filter(({ event }) => event === "passkey.blocked")).toHaveLength(1);
  const { rows } = await testApi.pool.query(
    "select kind, facts ->> 'browser' as browser from notification where recipient = $1",
    [email],
  );
  expect(rows).toEqual([{ kind: "passkeyBlocked", browser: "firefox" }]);
});

test("A-453 notifies every e-mail on file of a passkey that was blocked", async () => {
  const { accountId, accountEmail, email } = await newHolder(testApi);
  const authenticator = await addTestPasskey(testApi.deps, { accountId, origin: homeOrigin });
  for (const signCount of [5, 5]) await signInWith(authenticator, { signCount });
  for (const recipient of [accountEmail, email])
    expect((await messagesTo(testApi, recipient)).map(({ kind }) => kind)).toContain("passkeyBlocked");
});

test("accepts a count that starts again from a passkey that may be backed up", async () => {
  const { id, authenticator } = await personWithPasskey({ isBackupEligible: true });
  for (const signCount of [5, 5, 1, 0, 2])
    expect(leadsTo(await signInWith(authenticator, { signCount, isBackupEligible: true }))).toBe(signedIn);
  expect(await passkeyRow(id)).toMatchObject({ sign_count: 2, blocked_at: null });
});

test.each([
  ["expired", "T"],
  ["lockedUntilReset", "L"],
] as const)("refuses an account with %s password as a password does", async (result, status) => {
  const { authenticator } = await personWithPasskey({}, { status });
  expect(leadsTo(await signInWith(authenticator))).toBe(gatewayLocation(result, "/pkmspasskey.form"));
});

test("refuses an account that the insurer disabled", async () => {
  const { id, authenticator } = await personWithPasskey();
  await testApi.pool.query("update account set disabled = true where id = $1", [id]);
  expect(leadsTo(await signInWith(authenticator))).toBe(gatewayLocation("disabled", "/pkmspasskey.form"));
});

test("signs in while the name is locked after wrong passwords, and shows how many there were", async () => {
  const { email, authenticator } = await personWithPasskey();
  let wrong = 0;
  while (leadsTo(await testApi.open().signIn(email, wrongPassword)) === loginResultUrl("invalidCredentials"))
    wrong += 1;
  const browser = testApi.open();
  expect(leadsTo(await signInWith(authenticator, {}, browser))).toBe(signedIn);
  expect(await (await browser.get("/account")).json()).toMatchObject({ "x-failed-sign-ins": String(wrong + 1) });
});

test("counts sign-ins by client IP, malformed ones too", async () => {
  const { authenticator } = await personWithPasskey();
  const tight = { clientIpLimitFactor: 1 };
  const from = { "x-vestibule-client-ip": "192.0.2.77" };
  for (let count = 0; count < 60; count++) await send(testApi.open(tight), {}, from);
  const response = authenticator.respond(await challengeFor(testApi.open()), { origin: homeOrigin });
  expect(leadsTo(await send(testApi.open(tight), response, from))).toBe(
    gatewayLocation("unavailable", "/pkmspasskey.form"),
  );
  expect(leadsTo(await send(testApi.open(), "{", from))).toBe(gatewayLocation("malformed", "/pkmspasskey.form"));
});

test("has no passkeys at an IP, at a host that no brand lists in production, and with an outside gateway", async () => {
  const status = async (browser: Browser) => (await browser.get("/pkmspasskey.options")).status;
  const brand = testApi.deps.brands.defaultBrand;
  const outside = { kind: "outside", origin: "https://signon.example", loginPath: "/login", registry: "r" } as const;
  const brands = { ...testApi.deps.brands, byHost: () => ({ ...brand, gateway: outside }) };
  expect(await status(testApi.open({}, "http://127.0.0.1:3000"))).toBe(404);
  expect(await status(testApi.open({}, "http://[::1]:3000"))).toBe(404);
  expect(await status(testApi.open({ brands }))).toBe(404);
  expect(await status(testApi.open({ mode: "production" }, "https://unlisted.example"))).toBe(404);
  expect(await status(testApi.open({ mode: "production" }, "https://portal.belair.example"))).toBe(200);
});
