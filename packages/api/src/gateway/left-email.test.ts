import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, newHolder } from "../../../../test/recovery.ts";
import { codeSentTo, createBody, newPerson, Visitor } from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { createGatewayTestApi } from "./test/gateway-test-api.ts";
import { takeoverOf } from "./test/stolen-account.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const { stolenAccount, changeEmail, stateOf, kindsTo, undo } = takeoverOf(testApi);
const emails = clientOf(testApi, emailChangeEndpoints);

/** An account whose e-mail a thief has changed, and the session of another account of the thief. */
async function accountThatLeftItsEmail() {
  const account = await stolenAccount();
  await changeEmail(account.thief, account.thiefEmail);
  const other = await newHolder(testApi);
  return { ...account, other, otherSession: await openSession(testApi, other.accountId) };
}

async function registrantOn(email: string): Promise<Visitor> {
  const person = await newPerson(testApi, { email });
  const visitor = await new Visitor(testApi.apis).toCode(person, { by: "policyNumber" });
  await visitor.verify(await codeSentTo(testApi, email));
  return visitor;
}

describe("an e-mail that an account left less than 72 hours ago", () => {
  test("A-392 is given to no other account of the thief, and the undo restores it", async () => {
    const { accountId, accountEmail, other, otherSession } = await accountThatLeftItsEmail();
    dataOf(await emails.request(otherSession, { email: accountEmail }));
    expect(await kindsTo(accountEmail)).toEqual(["emailChanged", "emailChangedUndo"]);
    expect(await stateOf(other.accountId)).toMatchObject({ email: other.accountEmail });
    expect(await undo(accountEmail)).toMatchObject({ data: { state: "undone" } });
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "L" });
  });

  test("A-392 registers no other person: one who has it on file gives another", async () => {
    const { accountEmail } = await accountThatLeftItsEmail();
    const visitor = await registrantOn(accountEmail);
    expect(visitor.page()).toBe("ASK_USERNAME");
    expect(await visitor.call("username", { email: accountEmail })).toMatchObject({
      error: { error: "EMAIL_ALREADY_EXISTS" },
    });
  });

  test("A-392 creates no account for a registration that had chosen it before", async () => {
    const email = "free@courrier.example";
    const visitor = await registrantOn(email);
    expect(visitor.page()).toBe("CREATE");
    const { thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, email);
    await changeEmail(thief, thiefEmail);
    expect(await visitor.call("create", createBody)).toMatchObject({ error: { error: "EMAIL_ALREADY_EXISTS" } });
  });

  test("is taken back by its own account", async () => {
    const { accountId, accountEmail, thief } = await accountThatLeftItsEmail();
    await changeEmail(thief, accountEmail);
    expect(await stateOf(accountId)).toMatchObject({ email: accountEmail });
  });

  test("is free for another account once the change has settled", async () => {
    const { accountEmail, other } = await accountThatLeftItsEmail();
    await testApi.moveClock(73 * 3600);
    await changeEmail(await openSession(testApi, other.accountId), accountEmail);
    expect(await stateOf(other.accountId)).toMatchObject({ email: accountEmail });
  });
});
