import { signInPauseName } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { readSignedCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, newestReset, newHolder, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import { patientHashing } from "../../../../test/test-api.ts";
import { hashingPool } from "../passwords/hashing-pool.adapter.ts";
import type { Browser } from "./test/browser.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl, password, wrongPassword } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi());

const form = "&URL=%2Fpkmslogin.form";
const wrong = `/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8${form}`;
const lockedOutUrl = `/webseal.do?TAM_OP=acct_locked&ERROR_CODE=0x13212132${form}`;
const lockedUntilReset = `/webseal.do?TAM_OP=acct_locked&ERROR_CODE=0x13212135${form}`;

/** Signs in with a wrong password until the response is no longer "wrong". */
async function failUntilLocked(browser: Browser, username: string) {
  for (let tries = 1; ; tries++) {
    const location = leadsTo(await browser.signIn(username, wrongPassword));
    if (location !== wrong) return { tries, location };
  }
}

test("reports a temporary lockout from the attempt that reaches the limit, even to the correct password, for known and unknown names", async () => {
  for (const username of [(await testApi.createAccount()).email, "nobody-at-all@courrier.example"]) {
    const browser = testApi.open();
    const { tries, location } = await failUntilLocked(browser, username);
    expect(location).toBe(lockedOutUrl);
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(tries).toBeLessThanOrEqual(6);
    expect(leadsTo(await browser.signIn(username, password))).toBe(lockedOutUrl);
  }
});

test("A-091 signs 20 browsers in to one account at once, whose older hash is replaced meanwhile", async () => {
  const { email } = await testApi.createAccount();
  const hashing = hashingPool(patientHashing);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => testApi.open({ hashing }).signIn(email, password, `192.0.2.${index}`)),
  );
  expect(new Set(responses.map(leadsTo))).toEqual(new Set([loginResultUrl("success")]));
});

test("A-088 logs an anomaly when one password is tried on very many names from as many client IPs", async () => {
  const noHash = { ...testApi.deps.hashing, dummyVerify: async () => undefined };
  const before = testApi.logged.length;
  for (let count = 0; count < 600 && !testApi.logged.slice(before).join().includes("sign-in.anomaly"); count++)
    await testApi
      .open({ hashing: noHash })
      .signIn(`spray${count}@courrier.example`, wrongPassword, `198.18.${count >> 8}.${count & 255}`);
  const anomalies = testApi.logged.slice(before).filter((line) => line.includes("sign-in.anomaly"));
  expect(anomalies).toHaveLength(1);
  expect(anomalies.join()).not.toMatch(/spray|198\.18/);
});

test("passes the end of a temporary lockout, 15 minutes later, to the portal", async () => {
  for (const username of [(await testApi.createAccount()).email, "nobody-here@courrier.example"]) {
    const browser = testApi.open();
    await failUntilLocked(browser, username);
    const now = testApi.deps.clock.now();
    const signed = browser.cookies.get("sign-in-pause");
    const until = readSignedCookie({ name: signInPauseName, signed, now, keys: testApi.deps.keys.cookie });
    expect(Math.round((new Date(until ?? 0).getTime() - now.getTime()) / 60_000)).toBe(15);
  }
});

test("reports a lock until reset with its own code to the correct password only", async () => {
  const { email } = await testApi.createAccount({ status: "L" });
  expect(leadsTo(await testApi.open().signIn(email, password))).toBe(lockedUntilReset);
  expect(leadsTo(await testApi.open().signIn(email, wrongPassword))).toBe(wrong);
});

test("A-089 locks until reset after 100 wrong passwords in a row, however long they take", async () => {
  const { email } = await testApi.createAccount();
  const browser = testApi.open();
  let failures = 0;
  let location: string | null = null;
  while (failures < 100) {
    location = leadsTo(await browser.signIn(email, wrongPassword));
    failures += 1;
    if (location === lockedOutUrl) await testApi.moveClock(15 * 60 + 1);
  }
  expect(location).toBe(lockedUntilReset);
  expect(leadsTo(await browser.signIn(email, password))).toBe(lockedUntilReset);
});
test.each(["for a time", "until reset"])("lifts a lock %s with a new password", async (how) => {
  const { accountEmail, accountId } = await newHolder(testApi);
  if (how === "until reset") await testApi.pool.query("update account set status = 'L' where id = $1", [accountId]);
  else await failUntilLocked(testApi.open(), accountEmail);
  expect(leadsTo(await testApi.open().signIn(accountEmail, password))).toContain("acct_locked");

  const person = new Recoverer(testApi);
  const started = await person.startReset(accountEmail);
  const proof = await person.proven(started, (await newestReset(testApi, accountEmail)).code);
  dataOf(await person.password(proof.id, { password: nextPassword, token: proof.token, postalCode: "H2X1Y4" }));
  expect(leadsTo(await testApi.open().signIn(accountEmail, nextPassword))).toBe(loginResultUrl("success"));
});

test("A-092 signs in from a trusted browser while another browser is locked out", async () => {
  const { email } = await testApi.createAccount();
  const owner = testApi.open();
  const unknownUser = testApi.open();
  await owner.signIn(email, password);
  await owner.get("/pkmslogout");
  await failUntilLocked(unknownUser, email);
  expect(leadsTo(await unknownUser.signIn(email, password))).toBe(lockedOutUrl);
  expect(leadsTo(await owner.signIn(email, password))).toBe(loginResultUrl("success"));
});
