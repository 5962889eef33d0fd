import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { askedPuzzle } from "../../../../test/puzzle.ts";
import { firstPassword, newHolder, Recoverer, summaryOf } from "../../../../test/recovery.ts";
import type { Browser } from "./test/browser.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl, password, wrongPassword } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof, secondFactorPage } from "./test/second-factor.ts";

const brands = await testBrands("newBrowser");
const testApi = closeAfterTests(await createGatewayTestApi({ brands, clientIpLimitFactor: 1 }));
const sessionCookie = "PD-H-SESSION-ID";
const success = loginResultUrl("success");
const wrong = loginResultUrl("invalidCredentials");

const names = 1000;
const addressOfBot = (name: number) => `100.64.${Math.floor(name / 2 / 250)}.${1 + (Math.floor(name / 2) % 250)}`;

/** Runs work for each item, a few at a time. */
async function inLanes<Item>(items: readonly Item[], lanes: number, work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
}

const proofAt = (clientIp: string, browser = testApi.open()) => new SecondProof(testApi, browser, "belair", clientIp);

/** Has a code sent to the account’s owner, guesses it and asks for the session. */
async function guessCode(browser: Browser, clientIp: string): Promise<void> {
  const proof = proofAt(clientIp, browser);
  await proof.send("email");
  await proof.verify("000000", { id: "email" });
  await proof.finish();
}

type Person = Awaited<ReturnType<typeof newHolder>>;

/** A person whose browser has given a second proof and was signed out. */
async function rememberedBrowser(person: Person, clientIp: string): Promise<Browser> {
  const proof = proofAt(clientIp);
  await proof.browser.signIn(person.accountEmail, firstPassword, clientIp);
  await passSecondFactor(proof, person.cellPhone);
  proof.browser.cookies.delete(sessionCookie);
  return proof.browser;
}

async function passesSecondProof(browser: Browser, person: Person, clientIp: string): Promise<boolean> {
  const proof = proofAt(clientIp, browser);
  await passSecondFactor(proof, person.cellPhone);
  return proof.isSignedIn();
}

const wayOf = {
  async remembered(person: Person, clientIp: string) {
    const browser = await rememberedBrowser(person, clientIp);
    return leadsTo(await browser.signIn(person.accountEmail, firstPassword, clientIp)) === success;
  },
  async newBrowser(person: Person, clientIp: string) {
    const browser = testApi.open();
    const asked = leadsTo(await browser.signIn(person.accountEmail, firstPassword, clientIp)) === secondFactorPage;
    return asked && passesSecondProof(browser, person, clientIp);
  },
  async mistypes(person: Person, clientIp: string) {
    const browser = testApi.open();
    const first = leadsTo(await browser.signIn(person.accountEmail, wrongPassword, clientIp)) === wrong;
    const then = leadsTo(await browser.signIn(person.accountEmail, firstPassword, clientIp)) === secondFactorPage;
    return first && then && passesSecondProof(browser, person, clientIp);
  },
  async forgets(person: Person, clientIp: string) {
    const recoverer = new Recoverer(testApi);
    Object.assign(recoverer.caller.headers, { "x-vestibule-client-ip": clientIp });
    return summaryOf(await recoverer.calls.reset(recoverer.caller, { email: person.accountEmail })) === "200";
  },
};
const ways = Object.keys(wayOf) as (keyof typeof wayOf)[];

test("A-407 of 1,000 stuffed names from 500 addresses none gets in, and none of 50 people is hindered", async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => newHolder(testApi)));
  // 50 names have the stolen password, 100 an account with another one, 25 are of the people; the rest is unknown.
  const attacked = Array.from({ length: 150 }, () => testApi.createAccount());
  const known = (await Promise.all(attacked)).map(({ email }) => email);
  const ofPeople = people.slice(0, 25).map(({ accountEmail }) => accountEmail);
  const unknown = Array.from({ length: names - 175 }, (_, index) => `stuffed${index}@courrier.example`);
  const stuffed = [...known, ...ofPeople, ...unknown].map((email, index) => ({
    email,
    clientIp: addressOfBot(index),
    typed: index < 50 ? password : `${wrongPassword}${index}`,
  }));
  expect(new Set(stuffed.map(({ clientIp }) => clientIp)).size).toBe(500);

  const outcomes = new Map<string | null, number>();
  const entered: string[] = [];
  const attack = inLanes(stuffed, 4, async ({ email, clientIp, typed }) => {
    const browser = testApi.open();
    const outcome = leadsTo(await browser.signIn(email, typed, clientIp));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome === secondFactorPage) await guessCode(browser, clientIp);
    if (browser.cookies.has(sessionCookie)) entered.push(email);
  });
  const hindered: string[] = [];
  const everyday = inLanes([...people.entries()], 2, async ([index, person]) => {
    const way = ways[index % ways.length] ?? "remembered";
    // Every second person shares the address of a bot, as behind one carrier.
    const clientIp = index % 2 === 0 ? addressOfBot(index * 20) : `192.0.2.${index}`;
    if ((await askedPuzzle(testApi, "login", { clientIp })) !== undefined) hindered.push(`${way}: a puzzle`);
    if (!(await wayOf[way](person, clientIp))) hindered.push(way);
  });
  await Promise.all([attack, everyday]);

  expect(entered).toEqual([]);
  expect(Object.fromEntries(outcomes)).toEqual({ [secondFactorPage]: 50, [wrong]: 950 });
  expect(hindered).toEqual([]);
});
