import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { expect, test } from "vitest";
import { dataOf, firstPassword, newHolder, nextPassword, Recoverer, summaryOf } from "../../../../../test/recovery.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { openRecoveryTest } from "./test/recovery.ts";

const { testApi, person, mailsTo } = await openRecoveryTest();

const over = "403 3002 temporary";
function factsOfRefusal(result: AccountCallResult<unknown>) {
  if (result.kind !== "error") return undefined;
  const { errorCode, message, roadblock, ...facts } = result.error;
  return facts;
}
const password = nextPassword;
const holder = () => newHolder(testApi, { status: "T" });
const statusOf = async (accountId: string) => (await findAccountById(testApi.database, accountId))?.status;

test("a temporary password leads to a new password without an identity question", async () => {
  const { accountEmail, accountId } = await holder();
  const { id, token } = dataOf(await person.temporary(await person.found(accountEmail), firstPassword));
  expect(summaryOf(await person.password(id, { password: firstPassword, token }))).toBe("400 2001");
  expect(dataOf(await person.password(id, { password, token }))).toEqual({
    email: accountEmail,
    ticket: expect.any(String),
  });
  expect(await statusOf(accountId)).toBe("A");
  expect(await mailsTo(accountEmail)).toEqual(["passwordChanged"]);
  expect(summaryOf(await person.password(id, { password: "Encore-Un-Autre-7", token }))).toBe("404 1404");
});

test("a temporary and a new password can be sent together, and a refused new one can be retried", async () => {
  const { accountEmail, accountId } = await holder();
  const id = await person.found(accountEmail);
  expect(summaryOf(await person.password(id, { password: "weak", tempPassword: firstPassword }))).toBe("400 2002");
  expect(summaryOf(await person.password(id, { password, tempPassword: "Not-The-One-1" }))).toBe("400 3005");
  expect(summaryOf(await person.password(id, { password, tempPassword: firstPassword }))).toBe("200");
  expect(await statusOf(accountId)).toBe("A");
  expect(summaryOf(await person.password(id, { password, tempPassword: firstPassword }))).toBe("400 3005");
});

test("A-115 the third wrong one, over browser sessions and servers, sends a reset message and locks the method", async () => {
  const { accountEmail } = await holder();
  const attempt = async (tempPassword: string) =>
    new Recoverer(testApi).temporary(await person.found(accountEmail), tempPassword);
  expect(summaryOf(await attempt("Not-The-One-1"))).toBe("400 3005");
  expect(summaryOf(await attempt("Not-The-One-2"))).toBe("400 3005");
  expect(await mailsTo(accountEmail)).toEqual([]);
  const third = await attempt("Not-The-One-3");
  expect([summaryOf(third), factsOfRefusal(third)]).toEqual([over, { resetMailed: true, until: expect.any(String) }]);
  expect(await mailsTo(accountEmail)).toEqual(["passwordReset"]);
  const fourth = await attempt(firstPassword);
  expect([summaryOf(fourth), factsOfRefusal(fourth)]).toEqual([over, { until: expect.any(String) }]);
  expect(await mailsTo(accountEmail)).toEqual(["passwordReset"]);
});

test("A-115 right temporary passwords do not reset the count of wrong ones", async () => {
  const { accountEmail } = await holder();
  const id = await person.found(accountEmail);
  for (const wrong of ["Not-The-One-1", "Not-The-One-2"]) {
    expect(summaryOf(await person.temporary(id, wrong))).toBe("400 3005");
    expect(summaryOf(await person.temporary(id, firstPassword))).toBe("200");
  }
  expect(summaryOf(await person.temporary(id, "Not-The-One-3"))).toBe(over);
});

test("A-115 a correct one after 24 hours is answered like the third wrong one", async () => {
  const { accountEmail } = await holder();
  const id = await person.found(accountEmail);
  await testApi.moveClock(24 * 3600 - 60);
  expect(summaryOf(await person.temporary(id, firstPassword))).toBe("200");
  await testApi.moveClock(60);
  const late = await person.temporary(id, firstPassword);
  expect([summaryOf(late), factsOfRefusal(late)]).toEqual([over, { resetMailed: true }]);
  expect(await mailsTo(accountEmail)).toEqual(["passwordReset"]);
});

test("the response does not claim that a message was sent when the message limit is reached", async () => {
  const { accountEmail } = await holder();
  const id = await person.found(accountEmail);
  await testApi.moveClock(24 * 3600);
  for (let mail = 0; mail < limits.recoveryMailHour.limit; mail++) await person.startReset(accountEmail);
  const late = await person.temporary(id, firstPassword);
  expect([summaryOf(late), factsOfRefusal(late)]).toEqual([over, {}]);
  expect(await mailsTo(accountEmail)).toHaveLength(limits.recoveryMailHour.limit);
});

test("accounts with their own password and unknown e-mails are answered like a wrong one, and other ids with 404", async () => {
  const { accountEmail } = await newHolder(testApi);
  for (const email of [accountEmail, "nobody@courrier.example"])
    for (let count = 0; count < 4; count++)
      expect(summaryOf(await person.temporary(await person.found(email), firstPassword))).toBe("400 3005");
  const reset = await person.startReset(accountEmail);
  expect(summaryOf(await person.temporary(reset, firstPassword))).toBe("404 1404");
  expect(await person.temporary(await person.found(accountEmail), "")).toMatchObject({
    error: { errorCode: 1000, fields: { tempPassword: "required" } },
  });
});

test("a token from a temporary password is revoked once a password was set", async () => {
  const { accountEmail } = await holder();
  const found = await person.found(accountEmail);
  const early = dataOf(await person.temporary(found, firstPassword));
  const late = dataOf(await person.temporary(found, firstPassword));
  expect(summaryOf(await person.password(late.id, { password, token: late.token }))).toBe("200");
  expect(summaryOf(await person.password(early.id, { password: "Encore-Un-Autre-7", token: early.token }))).toBe(
    "404 1404",
  );
});
