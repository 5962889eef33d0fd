import { describe, expect, test } from "vitest";
import { linkCaller, linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, newestReset, newHolder, nextPassword, Recoverer, summaryOf } from "../../../../test/recovery.ts";
import { deskAgent, supportDeskOf } from "../../../../test/support-desk.ts";
import { unlockPassword } from "../accounts/account-change.store.ts";
import { freezeAccount, liftFreeze } from "../accounts/frozen-account.store.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl, password, wrongPassword } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const freeze = (accountId: string) =>
  testApi.database.transaction().execute((transaction) => freezeAccount(transaction, accountId));
const lift = (accountId: string) =>
  testApi.database.transaction().execute((transaction) => liftFreeze(transaction, accountId));
const signIn = async (email: string, typed = password) => leadsTo(await testApi.open().signIn(email, typed));

describe("a frozen account", () => {
  test("ends every session, and says that it is frozen to the correct password only", async () => {
    const { email, id } = await testApi.createAccount();
    const browser = testApi.open();
    await browser.signIn(email, password);
    expect(await freeze(id)).toBe(true);
    expect((await browser.get("/account")).status).toBe(302);
    expect(await signIn(email)).toBe(loginResultUrl("frozen"));
    expect(await signIn(email, wrongPassword)).toBe(loginResultUrl("invalidCredentials"));
    expect(await freeze(id)).toBe(false);
  });

  test("A-241 opens neither by a ticket, a link nor a password reset from before or after", async () => {
    const holder = await newHolder(testApi);
    const ticket = await testApi.issueTicket(holder.accountId);
    const before = new Recoverer(testApi);
    const started = await before.startReset(holder.accountEmail);
    const { code, token } = await newestReset(testApi, holder.accountEmail);
    const link = await liveLinkFor(linkClients(testApi), orderFor(holder, { action: "RESETPWD_LOGIN" }));
    await freeze(holder.accountId);

    const form = { username: holder.accountEmail, "login-form-type": "ticket", ticket };
    expect(leadsTo(await testApi.open().post("/pkmslogin.form", form))).toBe(loginResultUrl("invalidCredentials"));
    expect(summaryOf(await before.validate(started, code))).not.toBe("200");
    for (const used of [token, link.token])
      expect(dataOf(await linkClients(testApi).links.read(linkCaller, used))).toMatchObject({
        action: "TOKEN_EXPIRED",
      });

    const after = new Recoverer(testApi);
    const again = await after.startReset(holder.accountEmail);
    const newest = await newestReset(testApi, holder.accountEmail);
    expect(summaryOf(await after.validate(again, newest.code))).toBe("403 3002 account-frozen");
    const { links, accounts } = linkClients(testApi);
    const { id } = dataOf(await links.read(linkCaller, newest.token)) as { id: string };
    const body = { password: nextPassword, token: newest.token, postalCode: "H2X 1Y4" };
    expect(summaryOf(await accounts.password(linkCaller, id, body))).toBe("403 3002 account-frozen");
    expect(await signIn(holder.accountEmail)).toBe(loginResultUrl("frozen"));
  });

  test("answers a password reset like an account that is not frozen, until its e-mail is read", async () => {
    const frozen = await newHolder(testApi);
    const open = await newHolder(testApi);
    await freeze(frozen.accountId);
    const responses = await Promise.all(
      [frozen, open].map(async ({ accountEmail }) => {
        const person = new Recoverer(testApi);
        return summaryOf(await person.validate(await person.startReset(accountEmail), "000000"));
      }),
    );
    expect(responses[0]).toBe(responses[1]);
  });

  test("is lifted by an agent with a reference alone, and then needs a new password", async () => {
    const holder = await newHolder(testApi);
    await freeze(holder.accountId);
    const handle = await new Recoverer(testApi).found(holder.accountEmail);
    const desk = supportDeskOf(testApi);
    const code = await desk.reference({ handle, page: "/roadblock/account-frozen", agentCode: "R220" });
    expect(await desk.caseOf(code)).toMatchObject({
      account: "frozen",
      acts: { unlock: false, unfreeze: true, links: [], waive: false },
    });
    expect(summaryOf(await desk.desk.unlock(deskAgent, code))).toBe("409 1409");
    const { agent: _agent, ...system } = deskAgent;
    expect(summaryOf(await desk.desk.unfreeze(system, code))).toBe("400 1000");
    expect(dataOf(await desk.desk.unfreeze(deskAgent, code))).toEqual({ done: true });
    expect(dataOf(await desk.desk.unfreeze(deskAgent, code))).toEqual({ done: false });
    expect((await desk.caseOf(code)).acts).toMatchObject({ unfreeze: false, links: ["RESETPWD_LOGIN"], waive: false });
    expect((await desk.caseOf(code)).steps).toContainEqual(
      expect.objectContaining({ event: "account.unfrozen", by: "agent", result: "ok" }),
    );
    expect(await signIn(holder.accountEmail)).toBe(loginResultUrl("lockedUntilReset"));
  });

  test("stays locked until a new password where the service unlocked its name in between", async () => {
    const { email, id } = await testApi.createAccount();
    await freeze(id);
    await testApi.database.transaction().execute((transaction) => unlockPassword(transaction, id));
    expect(await signIn(email)).toBe(loginResultUrl("frozen"));
    expect(await lift(id)).toBe(true);
    expect(await signIn(email)).toBe(loginResultUrl("lockedUntilReset"));
    expect(await lift(id)).toBe(false);
  });
});
