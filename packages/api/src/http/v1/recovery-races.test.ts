import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import {
  firstPassword,
  messagesTo,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../../test/recovery.ts";
import { otherThan } from "../../../../../test/registration.ts";
import { findAccountById } from "../../accounts/account.store.ts";

const testApi = await openTestApi();
const person = new Recoverer(testApi);

const postalCode = "H2X 1Y4";
const tally = (results: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
};

type RaceCall = (index: number) => Promise<Parameters<typeof summaryOf>[0]>;

/** Sends concurrent requests, and again those that a busy machine refused with 503, which has no effect. */
async function atOnce(times: number, call: RaceCall): Promise<string[]> {
  const results = (await Promise.all(Array.from({ length: times }, (_, index) => call(index)))).map(summaryOf);
  for (const [index, result] of results.entries())
    if (result === "503 1503") results[index] = summaryOf(await call(index));
  return results;
}

test("A-007 A-008 accepts one of fifty concurrent right codes on two servers", async () => {
  const { accountEmail } = await newHolder(testApi);
  const id = await person.startReset(accountEmail);
  const { code } = await newestReset(testApi, accountEmail);
  const { "200": proven, ...refused } = tally(await atOnce(50, () => person.validate(id, code)));
  expect([proven, Object.keys(refused)]).toEqual([1, ["400 3005"]]);
});

test("answers two of thirty concurrent codes as wrong, and the others with the roadblock", async () => {
  const { accountEmail } = await newHolder(testApi);
  const id = await person.startReset(accountEmail);
  const { code } = await newestReset(testApi, accountEmail);
  const results = await atOnce(30, () => person.validate(id, otherThan(code)));
  const over = "403 3002 login-difficulties";
  expect(tally(results)).toEqual({ "400 3005": 2, [over]: expect.any(Number) });
});

test("A-119 sets one of twenty concurrent passwords with one token and its link", async () => {
  const { accountEmail, accountId } = await newHolder(testApi);
  const id = await person.startReset(accountEmail);
  const { code, token: linkToken } = await newestReset(testApi, accountEmail);
  const { token } = await person.proven(id, code);
  const passwords = Array.from({ length: 20 }, (_, index) => `${nextPassword}${index}`);
  const results = await atOnce(20, (index) =>
    person.password(id, { password: passwords[index] ?? "", token: index % 2 ? token : linkToken, postalCode }),
  );
  const { "200": set, ...refused } = tally(results);
  expect(set).toBe(1);
  expect(Object.keys(refused).every((result) => ["404 1404", "403 3004 token-expired"].includes(result))).toBe(true);
  const account = await findAccountById(testApi.database, accountId);
  const winner = passwords[results.indexOf("200")] ?? "";
  expect(await testApi.deps.hashing.verify(winner, account?.passwordHash ?? "")).toBe("correct");
});

test("A-115 answers two of twenty concurrent temporary passwords as wrong, and sends one message", async () => {
  const { accountEmail } = await newHolder(testApi, { status: "T" });
  const id = await person.found(accountEmail);
  const results = await atOnce(20, () => person.temporary(id, "Not-The-One-1"));
  expect(tally(results)).toEqual({ "400 3005": 2, "403 3002 temporary": expect.any(Number) });
  expect((await messagesTo(testApi, accountEmail)).map(({ kind }) => kind)).toEqual(["passwordReset"]);
});

test("sets one of ten concurrent new passwords with a temporary password", async () => {
  const { accountEmail } = await newHolder(testApi, { status: "T" });
  const id = await person.found(accountEmail);
  const results = await atOnce(10, (index) =>
    person.password(id, { password: `${nextPassword}${index}`, tempPassword: firstPassword }),
  );
  expect(tally(results)["200"]).toBe(1);
});
