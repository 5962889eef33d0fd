import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { describe, expect, test } from "vitest";
import { linkCaller, linkClients, mailsTo } from "../../../../test/links.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import {
  dataOf,
  firstPassword,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../test/recovery.ts";
import { codeSentTo, newPerson } from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { deskAgent, supportDeskOf } from "../../../../test/support-desk.ts";
import { sendDueLinks } from "../flows/email-link/send-due-links.ts";
import { createGatewayTestApi, leadsTo } from "./test/gateway-test-api.ts";
import { origin, postalCode, signedIn, takeoverOf } from "./test/stolen-account.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const { stolenAccount, changeEmail, undo, caseOf, stateOf, kindsTo, lift } = takeoverOf(testApi);
const security = clientOf(testApi, securityEndpoints);
const [emails, emailsElsewhere] = [clientOf(testApi, emailChangeEndpoints), clientOf(testApi, emailChangeEndpoints, 1)];
const additions = clientOf(testApi, policyAdditionEndpoints);
const additionsElsewhere = clientOf(testApi, policyAdditionEndpoints, 1);
const ownData = clientOf(testApi, ownDataEndpoints);
const { desk } = supportDeskOf(testApi);

/** A reset whose code has been typed: only the new password is missing. */
async function resetUnderWay(email: string) {
  const person = new Recoverer(testApi);
  const started = await person.startReset(email);
  const { id, token } = await person.proven(started, (await newestReset(testApi, email)).code);
  return () => person.password(id, { password: nextPassword, token, postalCode });
}

const opens = async (email: string, password: string) =>
  leadsTo(await testApi.open({}, origin).signIn(email, password)) === signedIn;

describe("a reset under way", () => {
  test("A-442 ends at a freeze, before its new password", async () => {
    const { accountId, accountEmail } = await newHolder(testApi);
    const finish = await resetUnderWay(accountEmail);
    await security.freeze(await openSession(testApi, accountId));
    expect(summaryOf(await finish())).not.toBe("200");
    expect(await opens(accountEmail, nextPassword)).toBe(false);
  });

  test("A-442 ends at an undo, before its new password", async () => {
    const { accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    const finish = await resetUnderWay(accountEmail);
    await undo(accountEmail);
    expect(summaryOf(await finish())).not.toBe("200");
  });

  test("A-442 ends for a mailbox when the owner changes the e-mail", async () => {
    const { accountId, accountEmail } = await newHolder(testApi);
    const finish = await resetUnderWay(accountEmail);
    await changeEmail(await openSession(testApi, accountId), `own-${accountEmail}`);
    expect(summaryOf(await finish())).not.toBe("200");
    expect(await opens(`own-${accountEmail}`, firstPassword)).toBe(true);
  });

  test("A-442 sets one password when it is finished three times at once", async () => {
    const { accountEmail } = await newHolder(testApi);
    const finish = await resetUnderWay(accountEmail);
    const results = await Promise.all([finish(), finish(), finish()]);
    expect(results.map(summaryOf).filter((summary) => summary === "200")).toHaveLength(1);
  });
});

describe("a link that an agent sent", () => {
  const tokenTo = async (email: string) => {
    const link = (await mailsTo(testApi, email)).findLast(({ kind }) => kind === "link")?.facts.link ?? "";
    return new URL(link).searchParams.get("token") ?? "";
  };
  const setByLink = async (token: string, read: Awaited<ReturnType<typeof readLink>>) =>
    read.action === "TOKEN_EXPIRED"
      ? read.action
      : summaryOf(
          await linkClients(testApi).accounts.password(linkCaller, read.id, {
            password: nextPassword,
            token,
            postalCode,
          }),
        );
  const readLink = async (token: string) => dataOf(await linkClients(testApi).links.read(linkCaller, token));

  test("A-443 sets no password after a freeze, opened before it", async () => {
    const { accountId, accountEmail } = await newHolder(testApi);
    const reset = { action: "RESETPWD_LOGIN" } as const;
    expect(summaryOf(await desk.link(deskAgent, await caseOf(accountEmail), reset))).toBe("200");
    const token = await tokenTo(accountEmail);
    const read = await readLink(token);
    await security.freeze(await openSession(testApi, accountId));
    expect(await setByLink(token, read)).not.toBe("200");
    expect(await opens(accountEmail, nextPassword)).toBe(false);
  });

  test("A-443 sets one password, used at once on two servers", async () => {
    const { accountEmail } = await newHolder(testApi);
    await desk.link(deskAgent, await caseOf(accountEmail), { action: "RESETPWD_LOGIN" });
    const token = await tokenTo(accountEmail);
    const read = await readLink(token);
    const results = await Promise.all([setByLink(token, read), setByLink(token, read)]);
    expect(results.filter((result) => result === "200")).toHaveLength(1);
  });

  test("A-392 restores the former e-mail, which no other account uses", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await desk.link(deskAgent, await caseOf(thiefEmail), { action: "RESETPWD_LOGIN" });
    const token = await tokenTo(accountEmail);
    expect(await setByLink(token, await readLink(token))).toBe("200");
    expect(await stateOf(accountId)).toMatchObject({ email: accountEmail });
  });
});

describe("a second agent", () => {
  test.each(["amelie.12", "AMELIE.12", " amelie.12", "amelie.12 "])(
    "A-444 is not the first one under the id «%s»",
    async (id) => {
      const { accountEmail } = await newHolder(testApi);
      const email = `friend-${accountEmail}`;
      const order = { action: "RESETPWD_LOGIN", email } as const;
      const { request } = dataOf(await desk.link(deskAgent, await caseOf(accountEmail), order));
      const result = await desk.approve({ ...deskAgent, agent: { id } }, request?.id ?? "");
      expect(summaryOf(result)).toBe("409 1409");
    },
  );

  test("A-444 approves once when two approve at once, and a refusal at that moment is kept", async () => {
    const { accountEmail } = await newHolder(testApi);
    const email = `friend-${accountEmail}`;
    const { request } = dataOf(
      await desk.link(deskAgent, await caseOf(accountEmail), { action: "RESETPWD_LOGIN", email }),
    );
    const id = request?.id ?? "";
    const by = (agent: string) => ({ ...deskAgent, agent: { id: agent } });
    const results = await Promise.all([
      desk.approve(by("second"), id),
      desk.approve(by("third"), id),
      desk.refuse(by("fourth"), id),
    ]);
    const [approved, approvedAgain, refused] = results.map(summaryOf);
    expect([approved, approvedAgain].filter((summary) => summary === "200").length).toBeLessThanOrEqual(1);
    expect(refused).toBe("200");
    await testApi.moveClock(30 * 3600);
    await sendDueLinks(testApi.deps);
    expect(await kindsTo(email)).not.toContain("link");
  });

  /** A link to an e-mail that is not on file, approved after `between`; what that e-mail received a day later. */
  async function requestedLink(between: (account: { accountId: string; accountEmail: string }) => Promise<unknown>) {
    const account = await newHolder(testApi);
    const email = `friend-${account.accountEmail}`;
    const order = { action: "RESETPWD_LOGIN", email } as const;
    const { request } = dataOf(await desk.link(deskAgent, await caseOf(account.accountEmail), order));
    await testApi.pool.query(
      "update notification set status = 'accepted', done_at = app_now() where status = 'queued'",
    );
    await between(account);
    await desk.approve({ ...deskAgent, agent: { id: "second" } }, request?.id ?? "");
    await testApi.moveClock(30 * 3600);
    await sendDueLinks(testApi.deps);
    return kindsTo(email);
  }
  const freeze = async (accountId: string) => security.freeze(await openSession(testApi, accountId));

  test("sends an approved link where nothing happened in between", async () => {
    expect(await requestedLink(async () => undefined)).toContain("link");
  });

  test("A-444 does not send a link once the owner froze the account in between", async () => {
    expect(await requestedLink(({ accountId }) => freeze(accountId))).not.toContain("link");
  });

  test("A-368 does not send a link that was asked for before a freeze, after the freeze was lifted", async () => {
    const freezeAndLift = async ({ accountId, accountEmail }: { accountId: string; accountEmail: string }) => {
      await freeze(accountId);
      await lift(accountEmail);
    };
    expect(await requestedLink(freezeAndLift)).not.toContain("link");
  });
});

describe("a change that is confirmed on two servers", () => {
  test("A-445 changes the e-mail once, and the undo still restores the owner's", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    dataOf(await emails.request(thief, { email: thiefEmail }));
    const code = (await mailsTo(testApi, thiefEmail)).findLast(({ facts }) => facts.code)?.facts.code ?? "";
    await Promise.all([emails, emailsElsewhere].map((server) => server.confirm(thief, { code })));
    expect((await kindsTo(accountEmail)).filter((kind) => kind === "emailChangedUndo")).toHaveLength(1);
    await undo(accountEmail);
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "L" });
  });

  test("A-445 during a freeze leaves the owner's e-mail, in whichever order they come", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
      dataOf(await emails.request(thief, { email: thiefEmail }));
      const code = (await mailsTo(testApi, thiefEmail)).findLast(({ facts }) => facts.code)?.facts.code ?? "";
      const owner = await openSession(testApi, accountId);
      await Promise.all([emailsElsewhere.confirm(thief, { code }), security.freeze(owner)]);
      expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "L" });
    }
  });

  test("A-445 adds a policy once, and a freeze takes back what both did", async () => {
    const { accountId, policy: names, thief } = await stolenAccount();
    const before = await policiesOf(accountId);
    const { policy, email } = await newPerson(testApi, {
      first_name: names.firstName,
      last_name: names.lastName,
      date_of_birth: names.dateOfBirth,
    });
    const { policyNumber, lastName, postalCode: postal } = policy;
    dataOf(await additions.request(thief, { policyNumber, lastName, postalCode: postal, channel: "EMAIL" }));
    const code = await codeSentTo(testApi, email);
    const owner = await openSession(testApi, accountId);
    await Promise.all([
      additions.confirm(thief, { code }),
      additionsElsewhere.confirm(thief, { code }),
      security.freeze(owner),
    ]);
    expect(await policiesOf(accountId)).toEqual(before);
  });

  const policiesOf = async (accountId: string) => {
    const { rows } = await testApi.pool.query(
      "select policy_number from account_policy where account_id = $1 order by 1",
      [accountId],
    );
    return rows;
  };
});

describe("an account of a thief", () => {
  test("A-446 with the owner's person id on its policy shows nothing of the owner's account, and sends it nothing", async () => {
    const id = `P-${crypto.randomUUID()}`;
    const owner = await newHolder(testApi, { person_id: id });
    const { accountEmail } = owner;
    await testApi.pool.query(
      "insert into account_person (account_id, brand, company, person_id) values ($1, 'belair', 'belair', $2)",
      [owner.accountId, id],
    );
    const thief = await newHolder(testApi, { first_name: "Tom" });
    await testApi.pool.query("update book_row set person_id = $2 where id = $1", [thief.rowId, id]);
    const session = await openSession(testApi, thief.accountId);
    const text = JSON.stringify(dataOf(await ownData.data(session)));
    expect(text).not.toContain(accountEmail);
    expect((await kindsTo(accountEmail)).length).toBe(0);
  });

  test("A-447 hears nothing of a lift: no code, link or notice goes to an e-mail of the incident", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await security.freeze(await openSession(testApi, accountId));
    const heard = (await kindsTo(thiefEmail)).length;
    await lift(accountEmail);
    await new Recoverer(testApi).startReset(thiefEmail);
    expect((await kindsTo(thiefEmail)).slice(heard)).not.toContain("passwordReset");
    expect(await kindsTo(thiefEmail)).not.toContain("link");
  });
});
