import { readSignInPause } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf, newestReset, newHolder, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import type { Browser } from "./test/browser.ts";
import { type GatewayHouse, gatewayHouse, leadsTo, locationOf, password, wrongPassword } from "./test/gateway-house.ts";

let house: GatewayHouse;
beforeAll(async () => {
  house = await gatewayHouse();
});
afterAll(() => house.close());

const form = "&URL=%2Fpkmslogin.form";
const wrong = `/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8${form}`;
const pausedUntilLater = `/webseal.do?TAM_OP=acct_locked&ERROR_CODE=0x13212132${form}`;
const lockedUntilReset = `/webseal.do?TAM_OP=acct_locked&ERROR_CODE=0x13212135${form}`;

/** Fails until something other than "wrong" is answered. */
async function failUntilLocked(browser: Browser, username: string) {
  for (let tries = 1; ; tries++) {
    const location = leadsTo(await browser.signIn(username, wrongPassword));
    if (location !== wrong) return { tries, location };
  }
}

test("a lock for a time shows on the attempt that reaches the limit, also to the right password, known or unknown", async () => {
  for (const username of [(await house.somebody()).email, "nobody-at-all@courrier.example"]) {
    const browser = house.open();
    const { tries, location } = await failUntilLocked(browser, username);
    expect(location).toBe(pausedUntilLater);
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(tries).toBeLessThanOrEqual(6);
    expect(leadsTo(await browser.signIn(username, password))).toBe(pausedUntilLater);
  }
});

test("a lock for a time tells the portal until when: 15 minutes on", async () => {
  for (const username of [(await house.somebody()).email, "nobody-here@courrier.example"]) {
    const browser = house.open();
    await failUntilLocked(browser, username);
    const now = house.parts.clock.now();
    const signed = browser.cookies.get("sign-in-pause");
    const until = readSignInPause({ signed, now, keys: house.parts.keys.cookie });
    expect(Math.round((new Date(until ?? 0).getTime() - now.getTime()) / 60_000)).toBe(15);
  }
});

test("a lock until reset has its own code, with the right password alone", async () => {
  const { email } = await house.somebody({ status: "L" });
  expect(leadsTo(await house.open().signIn(email, password))).toBe(lockedUntilReset);
  expect(leadsTo(await house.open().signIn(email, wrongPassword))).toBe(wrong);
});

test("A-089 a lock until reset comes after 100 wrong passwords in a row, however long they take", async () => {
  const { email } = await house.somebody();
  const browser = house.open();
  let failures = 0;
  let location: string | null = null;
  while (failures < 100) {
    location = leadsTo(await browser.signIn(email, wrongPassword));
    failures += 1;
    if (location === pausedUntilLater) await house.moveClock(15 * 60 + 1);
  }
  expect(location).toBe(lockedUntilReset);
  expect(leadsTo(await browser.signIn(email, password))).toBe(lockedUntilReset);
});
test.each(["for a time", "until reset"])("a lock %s is lifted by a new password", async (how) => {
  const { accountEmail, accountId } = await newHolder(house);
  if (how === "until reset") await house.pool.query("update account set status = 'L' where id = $1", [accountId]);
  else await failUntilLocked(house.open(), accountEmail);
  expect(leadsTo(await house.open().signIn(accountEmail, password))).toContain("acct_locked");

  const person = new Recoverer(house);
  const begun = await person.begun(accountEmail);
  const proof = await person.proven(begun, (await newestReset(house, accountEmail)).code);
  dataOf(await person.password(proof.id, { password: nextPassword, token: proof.token, postalCode: "H2X1Y4" }));
  expect(leadsTo(await house.open().signIn(accountEmail, nextPassword))).toBe(locationOf("success"));
});

test("A-092 a browser that signed in before still opens while a stranger is locked out", async () => {
  const { email } = await house.somebody();
  const [owner, stranger] = [house.open(), house.open()];
  await owner.signIn(email, password);
  await owner.get("/pkmslogout");
  await failUntilLocked(stranger, email);
  expect(leadsTo(await stranger.signIn(email, password))).toBe(pausedUntilLater);
  expect(leadsTo(await owner.signIn(email, password))).toBe(locationOf("success"));
});
