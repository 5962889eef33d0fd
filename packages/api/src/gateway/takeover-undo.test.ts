import { emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { removalUndoEndpoints, secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { describe, expect, test } from "vitest";
import { mailsTo } from "../../../../test/links.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, nextPassword, summaryOf } from "../../../../test/recovery.ts";
import { clientOf, openSession, signedOutCaller } from "../../../../test/signed-in.ts";
import { totpCode } from "../second-factor/test/totp-code.ts";
import { createGatewayTestApi, leadsTo } from "./test/gateway-test-api.ts";
import { origin, signedIn, type ThiefsSession, takeoverOf } from "./test/stolen-account.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const { stolenAccount, changeEmail, resetPassword, stateOf, lift, kindsTo, undo } = takeoverOf(testApi);
const emailUndo = clientOf(testApi, emailUndoEndpoints);
const removalUndo = clientOf(testApi, removalUndoEndpoints);
const secondFactors = clientOf(testApi, secondFactorEndpoints);
const security = clientOf(testApi, securityEndpoints);
const hours = (count: number) => count * 3600;

/** Tokens of the links that undo, in all messages to an e-mail. */
async function tokensTo(email: string, parameter: "change" | "removal"): Promise<string[]> {
  const links = (await mailsTo(testApi, email)).flatMap(({ facts }) => facts.link ?? []);
  return links.flatMap((link) => new URL(link).searchParams.get(parameter) ?? []);
}

/** Follows every undo link that an e-mail has received. */
async function followAll(email: string): Promise<void> {
  for (const token of await tokensTo(email, "change")) await emailUndo.undo(signedOutCaller, token);
  for (const token of await tokensTo(email, "removal")) await removalUndo.undo(signedOutCaller, token);
}

async function addApp(session: ThiefsSession): Promise<string> {
  const { secret } = dataOf(await secondFactors.setUp(session));
  dataOf(await secondFactors.add(session, { name: "phone", code: totpCode(secret, testApi.deps.clock.now()) }));
  return dataOf(await secondFactors.list(session)).authenticators.at(-1)?.id ?? "";
}

async function freezeAndReset({ accountId, accountEmail }: { accountId: string; accountEmail: string }) {
  await security.freeze(await openSession(testApi, accountId));
  await lift(accountEmail);
  expect(await resetPassword(accountEmail)).toBe("200");
}

const signsIn = async (email: string) =>
  leadsTo(await testApi.open({}, origin).signIn(email, nextPassword)) === signedIn;

describe("an undo link in the thief's mailbox", () => {
  test("A-432 does not bring back an e-mail that the owner left by a change within 72 hours", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    // The reset goes to the owner's e-mail and leaves the thief's on the account.
    expect(await resetPassword(thiefEmail, accountEmail)).toBe("200");
    await changeEmail(await openSession(testApi, accountId), accountEmail);
    expect(await tokensTo(thiefEmail, "change")).toEqual([]);
    await testApi.moveClock(hours(71));
    await followAll(thiefEmail);
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "A" });
    expect(await signsIn(accountEmail)).toBe(true);
  });

  test("A-432 is not sent for a second change, of which both e-mails are notified", async () => {
    const { accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await changeEmail(thief, `second-${thiefEmail}`);
    expect(await tokensTo(thiefEmail, "change")).toEqual([]);
    for (const email of [accountEmail, thiefEmail]) expect(await kindsTo(email)).toContain("emailChanged");
    expect(await undo(accountEmail)).toMatchObject({ data: { state: "undone" } });
  });

  test("A-432 neither locks the owner out nor brings back an app that the thief removed, after a freeze", async () => {
    const account = await stolenAccount();
    const { accountId, accountEmail, thief, thiefEmail } = account;
    await changeEmail(thief, thiefEmail);
    const app = await addApp(thief);
    await testApi.moveClock(hours(70));
    const session = await openSession(testApi, accountId);
    await testApi.pool.query("update gateway_session set second_proven_at = app_now() where account_id = $1", [
      accountId,
    ]);
    dataOf(await secondFactors.remove(session, app));
    await freezeAndReset(account);
    await testApi.moveClock(hours(4));
    await followAll(thiefEmail);
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "A" });
    const { rows } = await testApi.pool.query(
      "select from authenticator where account_id = $1 and removed_at is null and off_since is null",
      [accountId],
    );
    expect(rows).toEqual([]);
    expect(await signsIn(accountEmail)).toBe(true);
  });

  test("A-432 is not sent to an e-mail that has not settled, which gets a notice of the removal", async () => {
    const { accountEmail, thief, thiefEmail } = await stolenAccount();
    const app = await addApp(thief);
    await changeEmail(thief, thiefEmail);
    dataOf(await secondFactors.remove(thief, app));
    expect(await tokensTo(thiefEmail, "removal")).toEqual([]);
    expect(await tokensTo(accountEmail, "removal")).toHaveLength(1);
  });
});

describe("an undo link that has been used", () => {
  test("A-435 undoes no later change of the owner", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await undo(accountEmail);
    expect(await resetPassword(accountEmail)).toBe("200");
    const newer = `newer-${accountEmail}`;
    const owner = await openSession(testApi, accountId);
    const [used = ""] = await tokensTo(accountEmail, "change");
    await changeEmail(owner, newer);
    expect(await emailUndo.undo(signedOutCaller, used)).toMatchObject({ data: { state: "undone" } });
    expect(await stateOf(accountId)).toEqual({ email: newer, status: "A" });
    expect(summaryOf(await secondFactors.list(owner))).toBe("200");
  });

  test("A-435 opens nothing after the account was erased, also where the e-mail has another account", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    const app = await addApp(thief);
    await changeEmail(thief, thiefEmail);
    dataOf(await secondFactors.remove(thief, app));
    const [change = ""] = await tokensTo(accountEmail, "change");
    const [removal = ""] = await tokensTo(accountEmail, "removal");
    await testApi.pool.query("delete from account where id = $1", [accountId]);
    const { id } = await testApi.createAccount({ email: accountEmail });
    expect(summaryOf(await emailUndo.undo(signedOutCaller, change))).toBe("404 1404");
    expect(summaryOf(await removalUndo.undo(signedOutCaller, removal))).toBe("404 1404");
    expect(await stateOf(id)).toEqual({ email: accountEmail, status: "A" });
  });

  test("A-435 puts a change back once when followed on two servers at once", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    const [token = ""] = await tokensTo(accountEmail, "change");
    const other = clientOf(testApi, emailUndoEndpoints, 1);
    await Promise.all([emailUndo, other, emailUndo, other].map((server) => server.undo(signedOutCaller, token)));
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "L" });
    const { rows } = await testApi.pool.query(
      "select from audit_event where account_id = $1 and event = 'email.changeUndone'",
      [accountId],
    );
    expect(rows).toHaveLength(1);
  });
});
