import { limits } from "@vestibule/catalogue/limit.table.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { firstPassword, newHolder, nextPassword, setAccountCreated, summaryOf } from "../../../../test/recovery.ts";
import { createGatewayTestApi } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof } from "./test/second-factor.ts";
import { takeoverOf } from "./test/stolen-account.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const { resetPassword } = takeoverOf(testApi);
const wrong = "000000";
const codesOfDay = limits.secondFactorWrongCode.limit;
const textsOfDay = limits.secondFactorTelephoneDay.limit;

async function person() {
  const holder = await newHolder(testApi);
  await setAccountCreated(testApi, holder.accountId, "30 days");
  await testApi.pool.query(
    "update account set password_changed_at = password_changed_at - interval '30 days' where id = $1",
    [holder.accountId],
  );
  return holder;
}

async function waiting(email: string, password: string) {
  const proof = new SecondProof(testApi);
  await proof.browser.signIn(email, password);
  return proof;
}

/** Types wrong codes, in one browser after another, until the day's are used up; returns how many were counted. */
async function useUpCodes(email: string, password: string): Promise<number> {
  let counted = 0;
  for (let browsers = 0; browsers < 8; browsers += 1) {
    const proof = await waiting(email, password);
    for (;;) {
      const result = await proof.verify(wrong);
      if (summaryOf(result) === "404 1404") break;
      counted += 1;
      if (result.kind === "error" && result.error.until) return counted;
    }
  }
  return counted;
}

/** Has a text sent in one browser after another, within the pace; returns how many were sent. */
async function useUpTexts(email: string, password: string): Promise<number> {
  let sent = 0;
  for (let turns = 0; turns < 12; turns += 1) {
    await testApi.moveClock(11 * 60);
    const result = await (await waiting(email, password)).send("text");
    if (result.kind === "ok") sent += 1;
  }
  return sent;
}

test("A-485 wrong codes after a stolen password keep no owner out who has chosen a new one", async () => {
  const { accountId, accountEmail, cellPhone } = await person();
  expect(await useUpCodes(accountEmail, firstPassword)).toBe(codesOfDay);
  expect(await resetPassword(accountEmail)).toBe("200");
  const proof = await waiting(accountEmail, nextPassword);
  await passSecondFactor(proof, cellPhone);
  expect(await proof.isSignedIn()).toBe(true);
  // However often the password is changed, a day has two counts.
  expect(await useUpCodes(accountEmail, nextPassword)).toBe(codesOfDay);
  await testApi.pool.query("update account set password_changed_at = app_now() where id = $1", [accountId]);
  expect(await useUpCodes(accountEmail, nextPassword)).toBe(1);
});

test("A-485 texts that were used up after a stolen password are sent again after a new one", async () => {
  const { accountEmail, cellPhone } = await person();
  expect(await useUpTexts(accountEmail, firstPassword)).toBe(textsOfDay);
  expect(await resetPassword(accountEmail)).toBe("200");
  const proof = await waiting(accountEmail, nextPassword);
  await passSecondFactor(proof, cellPhone);
  expect(await proof.isSignedIn()).toBe(true);
});
