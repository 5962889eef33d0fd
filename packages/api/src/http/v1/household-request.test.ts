import {
  householdRequestEndpoints,
  ownHouseholdRequestEndpoints,
} from "@vestibule/contract/account/household-request.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../../test/policy-number-registration.ts";
import { dataOf, summaryOf } from "../../../../../test/recovery.ts";
import { newPerson, type TestPerson, validPassword } from "../../../../../test/registration.ts";
import { clientOf, openSession, signedInPerson } from "../../../../../test/signed-in.ts";
import { rolesOfAccount } from "../../accounts/account-policy.store.ts";
import { expireHouseholdRequests } from "../../flows/household/expire-requests.ts";

const testApi = await openTestApi();
const hour = 3600;
const byLink = createClient(householdRequestEndpoints, {
  baseUrl: "http://api.internal",
  fetch: (request) => testApi.apis[1].fetch(request),
});
const ownRequests = clientOf(testApi, ownHouseholdRequestEndpoints);
const security = clientOf(testApi, securityEndpoints);
const { links, accounts } = linkClients(testApi);

/** A verified driver of the programme on the policy of an account holder, who is asked for the account's password. */
async function verifiedDriver() {
  const holder = await newPerson(testApi);
  const accountId = await accountOf(testApi, holder);
  const driver = await newPerson(testApi, { policy_number: holder.policy.policyNumber, role: 80, ubi: true });
  const registrant = new Registrant(testApi);
  const question = await registrant.proven(testApi, driver);
  const requestApproval = (email: string = driver.email) =>
    registrant.calls.askPolicyholder(registrant.caller, registrant.id, { email });
  return { holder, accountId, driver, registrant, question, ask: requestApproval };
}

/** A driver who has asked the policyholder, with the token of the policyholder's message. */
async function askedDriver() {
  const verified = await verifiedDriver();
  const asked = dataOf(await verified.ask());
  return { ...verified, asked, token: await newestToken(verified.holder) };
}

async function messagesTo({ email }: { email: string }) {
  return (await mailsTo(testApi, email)).filter(({ kind }) => kind.startsWith("household"));
}

const kindsTo = async (person: TestPerson) => (await messagesTo(person)).map(({ kind }) => kind);

async function newestToken(holder: TestPerson): Promise<string> {
  const message = (await messagesTo(holder)).findLast(({ kind }) => kind === "householdRequested");
  return new URL(message?.facts.link ?? "").searchParams.get("request") ?? "";
}

async function eventsOf(accountId: string) {
  const { rows } = await testApi.pool.query(
    "select event, result, actor from audit_event where account_id = $1 and event like 'household.%' order by id",
    [accountId],
  );
  return rows.map(({ event, result, actor }) => `${event} ${result} ${actor}`);
}

const settleIn = (accountId: string, hours: number) =>
  testApi.pool.query("update account set settling_until = app_now() + make_interval(hours => $2) where id = $1", [
    accountId,
    hours,
  ]);

describe("a verified driver", () => {
  test("may ask the policyholder, who is notified once with the driver's first name and the deadline", async () => {
    const { holder, question, ask, driver } = await verifiedDriver();
    expect(question).toMatchObject({ action: "ASKPASSWORD", canAskPolicyholder: true });
    const first = await ask();
    const asked = dataOf(first);
    expect(first).toMatchObject({ status: 202, data: { email: driver.email, dueAt: expect.any(String) } });
    expect(dataOf(await ask("another@courrier.example"))).toEqual(asked);
    const messages = await messagesTo(holder);
    expect(messages.map(({ facts }) => facts)).toEqual([
      expect.objectContaining({ firstName: driver.policy.firstName, dueAt: "dueAt" in asked ? asked.dueAt : "" }),
    ]);
    expect(await kindsTo(driver)).toEqual([]);
  });

  test("may still give the password after asking", async () => {
    const { accountId, driver, registrant } = await askedDriver();
    const joined = await registrant.authenticate({ password: "Grand-Vent-42", cellPhone: driver.cellPhone });
    expect(summaryOf(joined)).toBe("200");
    expect(await rolesOfAccount(testApi.database, accountId)).toEqual([40, 80]);
  });

  test("cannot have the result sent to the e-mail of an account, nor to no e-mail", async () => {
    const { holder, ask } = await verifiedDriver();
    expect(await ask(holder.email)).toMatchObject({ status: 240, data: { error: true, reason: "emailTaken" } });
    expect(await ask("nowhere")).toMatchObject({ status: 400, error: { errorCode: 1000 } });
    expect(await messagesTo(holder)).toEqual([]);
  });

  test("A-380 cannot fill the policyholder's inbox by asking again after each refusal", async () => {
    const { holder, driver, ask } = await verifiedDriver();
    for (let turn = 0; turn < 3; turn += 1) {
      expect(summaryOf(await ask())).toBe("202");
      dataOf(await byLink.refuse(linkCaller, await newestToken(holder)));
    }
    expect(await ask()).toMatchObject({ status: 429, error: { errorCode: 1429 } });
    const later = new Registrant(testApi);
    await later.proven(testApi, driver);
    const again = await later.calls.askPolicyholder(later.caller, later.id, { email: driver.email });
    expect(summaryOf(again)).toBe("429 1429");
    expect((await kindsTo(holder)).filter((kind) => kind === "householdRequested")).toHaveLength(3);
  });

  test("notifies once when ten concurrent calls ask", async () => {
    const { holder, ask } = await verifiedDriver();
    const results = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(new Set(results.map(summaryOf))).toEqual(new Set(["202"]));
    expect(await kindsTo(holder)).toEqual(["householdRequested"]);
  });
});

test("only a driver may ask: before a code, and for a policyholder, the call answers 404", async () => {
  const driver = await newPerson(testApi, { role: 80 });
  await accountOf(testApi, driver);
  const holder = await newPerson(testApi, { policy_number: driver.policy.policyNumber, email: driver.email });
  const registrant = new Registrant(testApi);
  await registrant.found(holder);
  const requestApproval = () =>
    registrant.calls.askPolicyholder(registrant.caller, registrant.id, { email: "a@courrier.example" });
  expect(summaryOf(await requestApproval())).toBe("404 1404");
  const question = await registrant.proven(testApi, holder);
  expect(question.action).toBe("ASKPASSWORD");
  expect(question.canAskPolicyholder).toBeUndefined();
  expect(summaryOf(await requestApproval())).toBe("404 1404");
});

describe("the policyholder", () => {
  test("A-381 answers by pressing a button: reading the link approves nothing", async () => {
    const { driver, token, asked } = await askedDriver();
    for (let turn = 0; turn < 3; turn += 1)
      expect(dataOf(await byLink.read(linkCaller, token))).toEqual({
        state: "open",
        firstName: driver.policy.firstName,
        dueAt: "dueAt" in asked ? asked.dueAt : "",
      });
    expect(await kindsTo(driver)).toEqual([]);
  });

  test("approves once by the link, and the driver creates a separate account with the mailed link", async () => {
    const { holder, accountId, driver, token } = await askedDriver();
    expect(dataOf(await byLink.approve(linkCaller, token))).toEqual({ state: "approved" });
    for (const call of ["approve", "refuse", "read"] as const)
      expect(dataOf(await byLink[call](linkCaller, token))).toEqual({ state: "approved" });
    expect(await kindsTo(holder)).toEqual(["householdRequested", "householdAnswered"]);
    expect(await kindsTo(driver)).toEqual(["householdApproved"]);
    const [message] = await messagesTo(driver);
    const link = dataOf(await links.read(linkCaller, message?.token ?? ""));
    if (link.action !== "DEFPWD_REGISTER") throw new Error("the link creates no account");
    expect(link.identityFact).toBe("cellPhone");
    const created = await accounts.create(linkCaller, link.id, {
      password: validPassword,
      cellPhone: driver.cellPhone,
    });
    expect(created).toMatchObject({ status: 201, data: { email: driver.email } });
    expect(await rolesOfAccount(testApi.database, accountId)).toEqual([40]);
    expect(await eventsOf(accountId)).toEqual(["household.requested ok person", "household.approved ok person"]);
  });

  test("A-382 opens no session by an approval, and the driver none without their own mobile number", async () => {
    const { accountId, driver, token } = await askedDriver();
    dataOf(await byLink.approve(linkCaller, token));
    const { rows } = await testApi.pool.query("select from gateway_session where account_id = $1", [accountId]);
    expect(rows).toEqual([]);
    const [message] = await messagesTo(driver);
    const link = dataOf(await links.read(linkCaller, message?.token ?? ""));
    if (link.action !== "DEFPWD_REGISTER") throw new Error("the link creates no account");
    const created = await accounts.create(linkCaller, link.id, { password: validPassword, ...factsOf(driver) });
    expect(summaryOf(created)).toBe("400 1000");
  });

  test.each([
    ["in the same hour", 0, "TOKEN_EXPIRED"],
    ["after the approval has settled", 73, "DEFPWD_REGISTER"],
  ])("A-433 mails a link that a freeze revokes: %s", async (_when, hours, action) => {
    const { accountId, driver, token } = await askedDriver();
    dataOf(await byLink.approve(linkCaller, token));
    const [message] = await messagesTo(driver);
    await testApi.pool.query(
      "update household_request set ended_at = ended_at - make_interval(hours => $2) where account_id = $1",
      [accountId, hours],
    );
    dataOf(await security.freeze(await openSession(testApi, accountId)));
    expect(dataOf(await links.read(linkCaller, message?.token ?? "")).action).toBe(action);
  });

  test.each(["the link itself", "one that was renewed before"])(
    "A-510 sends no new link in place of one that a freeze revokes, for %s",
    async (which) => {
      const { accountId, driver, token } = await askedDriver();
      dataOf(await byLink.approve(linkCaller, token));
      const [message] = await messagesTo(driver);
      const ask = () =>
        links.sendReissuedLink(linkCaller, message?.token ?? "", {
          mediumType: "EMAIL",
          notificationType: "LOCKED_ACCOUNT",
        });
      if (which !== "the link itself") {
        await testApi.pool.query(
          "update link set expires_at = now() - interval '1 second' where recipient = $1 and superseded_at is null",
          [driver.email],
        );
        dataOf(await ask());
      }
      dataOf(await security.freeze(await openSession(testApi, accountId)));
      const before = (await mailsTo(testApi, driver.email)).length;
      expect(summaryOf(await ask())).toBe("404 1404");
      expect(await mailsTo(testApi, driver.email)).toHaveLength(before);
      const { rows } = await testApi.pool.query(
        "select from link where recipient = $1 and superseded_at is null and deleted_at is null",
        [driver.email],
      );
      expect(rows).toEqual([]);
    },
  );

  test("A-433 takes a driver who joined by the password out of the account at a freeze", async () => {
    const { accountId, driver, registrant } = await verifiedDriver();
    await testApi.pool.query(
      "update account_policy set added_at = added_at - interval '30 days' where account_id = $1",
      [accountId],
    );
    const joined = await registrant.authenticate({ password: "Grand-Vent-42", cellPhone: driver.cellPhone });
    expect(summaryOf(joined)).toBe("200");
    expect(await rolesOfAccount(testApi.database, accountId)).toEqual([40, 80]);
    await testApi.pool.query("update account set created_at = created_at - interval '30 days' where id = $1", [
      accountId,
    ]);
    dataOf(await security.freeze(await openSession(testApi, accountId)));
    expect(await rolesOfAccount(testApi.database, accountId)).toEqual([40]);
  });

  test("refuses by the link, both are notified, and the driver gets no link", async () => {
    const { holder, accountId, driver, token } = await askedDriver();
    expect(dataOf(await byLink.refuse(linkCaller, token))).toEqual({ state: "refused" });
    expect(dataOf(await byLink.approve(linkCaller, token))).toEqual({ state: "refused" });
    expect(await kindsTo(holder)).toEqual(["householdRequested", "householdAnswered"]);
    const messages = await messagesTo(driver);
    expect(messages.map(({ kind, token: linkToken }) => [kind, linkToken])).toEqual([["householdRefused", ""]]);
    expect(await eventsOf(accountId)).toEqual(["household.requested ok person", "household.refused ok person"]);
  });

  test("is asked for 72 hours, then both hear that the request has ended", async () => {
    const { holder, accountId, driver, token } = await askedDriver();
    await testApi.moveClock(72 * hour - 60);
    await expireHouseholdRequests(testApi.deps);
    expect(dataOf(await byLink.read(linkCaller, token))).toMatchObject({ state: "open" });
    await testApi.moveClock(120);
    expect(dataOf(await byLink.approve(linkCaller, token))).toEqual({ state: "ended" });
    await Promise.all([expireHouseholdRequests(testApi.deps), expireHouseholdRequests(testApi.deps)]);
    expect(dataOf(await byLink.read(linkCaller, token))).toEqual({ state: "ended" });
    expect(await kindsTo(holder)).toEqual(["householdRequested", "householdAnswered"]);
    expect(await kindsTo(driver)).toEqual(["householdExpired"]);
    expect(await eventsOf(accountId)).toEqual([
      "household.requested ok person",
      "household.expired notAnswered system",
    ]);
  });

  test("approves once among concurrent answers", async () => {
    const { driver, token } = await askedDriver();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => byLink[turn % 2 ? "refuse" : "approve"](linkCaller, token)),
    );
    const states = new Set(results.map((result) => dataOf(result).state));
    expect(states.size).toBe(1);
    expect(await kindsTo(driver)).toEqual([states.has("approved") ? "householdApproved" : "householdRefused"]);
  });

  test("A-383 cannot approve with another brand's link, an unknown one, or the id", async () => {
    const { token } = await askedDriver();
    const otherBrand = { ...linkCaller, apiKey: "intact" };
    expect(summaryOf(await byLink.approve(otherBrand, token))).toBe("404 1404");
    const { rows } = await testApi.pool.query("select id from household_request order by requested_at desc limit 1");
    for (const unknown of ["unknown", rows[0].id])
      expect(summaryOf(await byLink.approve(linkCaller, unknown))).toBe("404 1404");
    expect(dataOf(await byLink.read(linkCaller, token))).toMatchObject({ state: "open" });
  });

  test("A-384 cannot approve once the policy no longer has the driver, or the policyholder", async () => {
    for (const gone of ["driver", "holder"] as const) {
      const asked = await askedDriver();
      await testApi.pool.query("delete from book_row where id = $1", [asked[gone].rowId]);
      expect(dataOf(await byLink.approve(linkCaller, asked.token))).toEqual({ state: "ended" });
      expect(await kindsTo(asked.driver)).toEqual(["householdExpired"]);
    }
  });
});

describe("A-385 an account that a thief may have changed", () => {
  test("approves nothing while the change has not settled, and can refuse", async () => {
    const { accountId, token, driver } = await askedDriver();
    await settleIn(accountId, 24);
    const paused = dataOf(await byLink.approve(linkCaller, token));
    expect(paused).toMatchObject({ state: "paused", pausedUntil: expect.any(String) });
    expect(await kindsTo(driver)).toEqual([]);
    expect(dataOf(await byLink.refuse(linkCaller, token))).toEqual({ state: "refused" });
  });

  test("approves again once it has settled", async () => {
    const { accountId, token } = await askedDriver();
    await settleIn(accountId, 24);
    await testApi.moveClock(25 * hour);
    expect(dataOf(await byLink.approve(linkCaller, token))).toEqual({ state: "approved" });
  });

  test("approves nothing while it is frozen, nor before a new password after an undo", async () => {
    for (const change of ["frozen_at = app_now(), disabled = true", "incident_at = app_now(), status = 'L'"]) {
      const { accountId, token } = await askedDriver();
      await testApi.pool.query(`update account set ${change} where id = $1`, [accountId]);
      const paused = dataOf(await byLink.approve(linkCaller, token));
      expect(paused.state).toBe("paused");
      expect(paused.pausedUntil).toBeUndefined();
    }
  });

  test("does not let its person approve in the account before the change has settled", async () => {
    const { accountId, token } = await askedDriver();
    await settleIn(accountId, 24);
    const caller = await openSession(testApi, accountId);
    const { requests, settlingUntil } = dataOf(await ownRequests.list(caller));
    expect(settlingUntil).toEqual(expect.any(String));
    expect(summaryOf(await ownRequests.approve(caller, requests[0]?.id ?? ""))).toBe("403 3012");
    expect(dataOf(await byLink.read(linkCaller, token)).state).toBe("paused");
  });
});

describe("the signed-in policyholder", () => {
  test("sees the requests that wait and answers them in the account", async () => {
    const { accountId, driver, token } = await askedDriver();
    const caller = await openSession(testApi, accountId);
    const { requests } = dataOf(await ownRequests.list(caller));
    expect(requests).toEqual([
      {
        id: expect.any(String),
        firstName: driver.policy.firstName,
        requestedAt: expect.any(String),
        dueAt: expect.any(String),
      },
    ]);
    const id = requests[0]?.id ?? "";
    expect(summaryOf(await ownRequests.approve(caller, id))).toBe("204");
    expect(summaryOf(await ownRequests.approve(caller, id))).toBe("204");
    expect(summaryOf(await ownRequests.refuse(caller, id))).toBe("404 1404");
    expect(dataOf(await ownRequests.list(caller)).requests).toEqual([]);
    expect(dataOf(await byLink.read(linkCaller, token))).toEqual({ state: "approved" });
    expect(await kindsTo(driver)).toEqual(["householdApproved"]);
  });

  test("A-386 cannot see or answer the request to another account", async () => {
    const { accountId } = await askedDriver();
    const id = dataOf(await ownRequests.list(await openSession(testApi, accountId))).requests[0]?.id ?? "";
    const { caller } = await signedInPerson(testApi);
    expect(dataOf(await ownRequests.list(caller)).requests).toEqual([]);
    for (const call of ["approve", "refuse"] as const)
      expect(summaryOf(await ownRequests[call](caller, id))).toBe("404 1404");
  });
});

test("a request to an account that was closed ends, and the driver is notified", async () => {
  const { accountId, driver, token } = await askedDriver();
  await testApi.pool.query("delete from account where id = $1", [accountId]);
  expect(dataOf(await byLink.read(linkCaller, token))).toEqual({ state: "ended" });
  await testApi.moveClock(73 * hour);
  await expireHouseholdRequests(testApi.deps);
  expect(await kindsTo(driver)).toEqual(["householdExpired"]);
});
