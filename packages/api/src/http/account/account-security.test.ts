import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, summaryOf } from "../../../../../test/recovery.ts";
import { clientOf, openSession, signedInPerson, signedOutCaller } from "../../../../../test/signed-in.ts";

const testApi = await openTestApi();
const { pool } = testApi;
const client = clientOf(testApi, securityEndpoints);
const otherServer = clientOf(testApi, securityEndpoints, 1);
const unknownId = "3c5f0a52-9f6d-4d0e-8f33-1f1d5bb0c001";

const sessionsOf = async (caller: Parameters<typeof client.sessions>[0]) =>
  dataOf(await client.sessions(caller)).sessions;
const addBrowser = (accountId: string) =>
  pool.query(
    "insert into known_browser (account_id, id_hash, browser, system) values ($1, gen_random_uuid(), 'safari', 'ipad')",
    [accountId],
  );
const addEvents = (accountId: string, events: readonly Parameters<typeof testApi.deps.auditor.record>[1][]) =>
  testApi.database
    .transaction()
    .execute((transaction) =>
      testApi.deps.auditor.record(transaction, ...events.map((event) => ({ ...event, accountId }))),
    );
const eventsOf = async (accountId: string) =>
  (
    await pool.query(
      "select event, actor, facts ->> 'count' as count from audit_event where account_id = $1 order by id",
      [accountId],
    )
  ).rows;

test("A-242 refuses every call without a session, with an unknown one and under another brand", async () => {
  const { caller } = await signedInPerson(testApi);
  for (const who of [signedOutCaller, { ...caller, gatewaySession: "unknown" }, { ...caller, apiKey: "intact" }]) {
    expect(summaryOf(await client.sessions(who))).toBe("401 3009");
    expect(summaryOf(await client.activity(who, {}))).toBe("401 3009");
    expect(summaryOf(await client.endOtherSessions(who))).toBe("401 3009");
    expect(summaryOf(await client.forgetOtherBrowsers(who))).toBe("401 3009");
    expect(summaryOf(await client.freeze(who))).toBe("401 3009");
  }
  expect(summaryOf(await client.sessions(caller))).toBe("200");
});

describe("the sessions of an account", () => {
  test("are listed with the current one first, without their secret", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    await openSession(testApi, accountId);
    await addBrowser(accountId);
    const response = dataOf(await client.sessions(caller));
    expect(response.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(response.browsers).toMatchObject([{ browser: "safari", system: "ipad" }]);
    const { rows } = await pool.query("select id_hash from gateway_session where account_id = $1", [accountId]);
    for (const { id_hash } of rows) expect(JSON.stringify(response)).not.toContain(id_hash);
  });

  test("are left out once they have ended or expired", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    await openSession(testApi, accountId);
    await testApi.moveClock(9 * 60);
    await pool.query("update gateway_session set last_seen_at = app_now() where account_id = $1 and id_hash <> $2", [
      accountId,
      "",
    ]);
    expect(await sessionsOf(caller)).toHaveLength(2);
    await pool.query(
      "update gateway_session set last_seen_at = app_now() - interval '11 minutes' where public_id = $1",
      [(await sessionsOf(caller))[1]?.id],
    );
    expect(await sessionsOf(caller)).toHaveLength(1);
  });

  test("end one by one and all at once, on both servers, but never the current one", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    const others = [];
    for (let opened = 0; opened < 3; opened += 1) others.push(await openSession(testApi, accountId));
    const [current, first] = await sessionsOf(caller);
    expect(summaryOf(await client.endSession(caller, current?.id ?? ""))).toBe("404 1404");
    expect(dataOf(await client.endSession(caller, first?.id ?? ""))).toEqual({ count: 1 });
    expect(summaryOf(await otherServer.endSession(caller, first?.id ?? ""))).toBe("404 1404");
    expect(dataOf(await otherServer.endOtherSessions(caller))).toEqual({ count: 2 });
    for (const other of others) expect(summaryOf(await client.sessions(other))).toBe("401 3009");
    expect(dataOf(await client.endOtherSessions(caller))).toEqual({ count: 0 });
    expect(await eventsOf(accountId)).toEqual([
      expect.objectContaining({ event: "session.ended", actor: "person", count: "1" }),
      expect.objectContaining({ event: "session.ended", actor: "person", count: "2" }),
    ]);
  });

  test("A-243 are neither ended nor forgotten by another account", async () => {
    const owner = await signedInPerson(testApi);
    const other = await signedInPerson(testApi);
    await addBrowser(other.accountId);
    const response = dataOf(await client.sessions(other.caller));
    expect(summaryOf(await client.endSession(owner.caller, response.sessions[0]?.id ?? ""))).toBe("404 1404");
    expect(summaryOf(await client.forgetBrowser(owner.caller, response.browsers[0]?.id ?? ""))).toBe("404 1404");
    for (const id of [unknownId, "not-an-id"])
      expect(summaryOf(await client.endSession(owner.caller, id))).toBe("404 1404");
    expect(dataOf(await client.sessions(other.caller))).toEqual(response);
    expect(await eventsOf(owner.accountId)).toEqual([]);
  });
});

test("forgets every known browser but the current one", async () => {
  const { accountId, caller } = await signedInPerson(testApi);
  for (let count = 0; count < 3; count += 1) await addBrowser(accountId);
  await pool.query(
    `update known_browser set last_seen_at = (select started_at from gateway_session where account_id = $1)
     where public_id = (select public_id from known_browser where account_id = $1 limit 1)`,
    [accountId],
  );
  expect(dataOf(await client.forgetOtherBrowsers(caller))).toEqual({ count: 2 });
  expect(dataOf(await otherServer.forgetOtherBrowsers(caller))).toEqual({ count: 0 });
  expect(dataOf(await client.sessions(caller)).browsers).toMatchObject([{ isCurrent: true }]);
  expect(await eventsOf(accountId)).toEqual([{ event: "browser.forgotten", actor: "person", count: "2" }]);
});

test("forgets a known browser once", async () => {
  const { accountId, caller } = await signedInPerson(testApi);
  await addBrowser(accountId);
  const [browser] = dataOf(await client.sessions(caller)).browsers;
  expect(dataOf(await client.forgetBrowser(caller, browser?.id ?? ""))).toEqual({ count: 1 });
  expect(summaryOf(await otherServer.forgetBrowser(caller, browser?.id ?? ""))).toBe("404 1404");
  expect(dataOf(await client.sessions(caller)).browsers).toEqual([]);
});

describe("the activity of an account", () => {
  const signedIn = { event: "sign-in.succeeded", result: "ok", brandId: "belair", actor: "person" } as const;

  test("names what the person and the insurer did, by sentence, without an agent's name or another fact", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    await addEvents(accountId, [
      { ...signedIn, facts: { how: "password", browser: "firefox", system: "windows" } },
      { ...signedIn, event: "sign-in.refused", result: "bad", facts: { browser: "<b>", system: 5 } },
      { ...signedIn, event: "sign-in.refused", result: "somethingNew" },
      { ...signedIn, event: "account.unlocked", result: "unlocked", actor: "agent:amelie.12" },
      { ...signedIn, event: "account.unlocked", result: "wasOpen", actor: "agent:amelie.12" },
      { ...signedIn, event: "support.viewed", actor: "agent:amelie.12" },
    ]);
    const response = dataOf(await client.activity(caller, {}));
    expect(response.activities.map(({ id: _id, at: _at, ...shown }) => shown)).toEqual([
      { activity: "unlocked", canDeny: false },
      { activity: "signInRefused", canDeny: true },
      { activity: "wrongPassword", canDeny: true },
      { activity: "signedIn", browser: "firefox", system: "windows", canDeny: true },
    ]);
    expect(JSON.stringify(response)).not.toContain("amelie");
  });

  test("is of this account and this brand, and of the last twelve months", async () => {
    const owner = await signedInPerson(testApi);
    const other = await signedInPerson(testApi);
    await addEvents(other.accountId, [signedIn]);
    await addEvents(owner.accountId, [{ ...signedIn, brandId: "intact" }, signedIn]);
    expect(dataOf(await client.activity(owner.caller, {})).activities).toHaveLength(1);
    await testApi.moveClock(366 * 24 * 3600);
    const later = await openSession(testApi, owner.accountId);
    expect(dataOf(await client.activity(later, {})).activities).toEqual([]);
  });

  test("comes in pages, each event once", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    await addEvents(
      accountId,
      Array.from({ length: 45 }, () => signedIn),
    );
    const ids: string[] = [];
    let query: { before?: string } = {};
    for (let page = 0; page < 3; page += 1) {
      const { activities, next } = dataOf(await client.activity(caller, query));
      ids.push(...activities.map(({ id }) => id));
      expect(next === undefined).toBe(page === 2);
      query = next === undefined ? {} : { before: next };
    }
    expect(new Set(ids).size).toBe(45);
    for (const before of ["x", "-1", "1e3", "9".repeat(19)])
      expect(summaryOf(await client.activity(caller, { before }))).toBe("400 1000");
  });
});

describe("a freeze by the person", () => {
  test("ends every session, notifies the e-mail and gives a reference for an agent", async () => {
    const { accountId, caller, person } = await signedInPerson(testApi);
    const other = await openSession(testApi, accountId);
    const { reference } = dataOf(await client.freeze(caller));
    for (const session of [caller, other]) expect(summaryOf(await otherServer.sessions(session))).toBe("401 3009");
    const { rows } = await pool.query("select account_id, journey from support_reference where code = $1", [reference]);
    expect(rows).toEqual([{ account_id: accountId, journey: "signIn" }]);
    const sent = await pool.query(
      "select kind from notification where recipient = (select email from account where id = $1)",
      [accountId],
    );
    expect(sent.rows).toContainEqual({ kind: "accountFrozen" });
    expect(person.email).not.toBe("");
    expect((await eventsOf(accountId)).map(({ event }) => event)).toEqual(["account.frozen"]);
  });

  test("keeps what the person denies for the agent, and nothing of an activity that is not theirs", async () => {
    const signedIn = { event: "sign-in.succeeded", result: "ok", brandId: "belair", actor: "person" } as const;
    const other = await signedInPerson(testApi);
    await addEvents(other.accountId, [signedIn, { ...signedIn, event: "account.unlocked", actor: "agent:amelie" }]);
    const [unlocked, own] = dataOf(await client.activity(other.caller, {})).activities;
    const frozenBy = async (who: typeof other, denied: string | undefined) => {
      expect(summaryOf(await client.freeze(who.caller, { denied }))).toBe("200");
      const { rows } = await pool.query(
        "select facts from audit_event where account_id = $1 and event = 'account.frozen'",
        [who.accountId],
      );
      const { activityId, activity, activityAt } = rows[0].facts;
      return { activityId, activity, activityAt };
    };
    const nothing = { activityId: undefined, activity: undefined, activityAt: undefined };
    expect(await frozenBy(await signedInPerson(testApi), own?.id)).toEqual(nothing);
    expect(dataOf(await client.activity(other.caller, { id: unlocked?.id })).activities).toEqual([unlocked]);
    expect(await frozenBy(other, own?.id)).toEqual({ activityId: own?.id, activity: "signedIn", activityAt: own?.at });
    const third = await signedInPerson(testApi);
    expect(summaryOf(await client.freeze(third.caller, { denied: "1 or 1=1" }))).toBe("400 1000");
  });

  test("A-244 happens once, however often and at once it is requested, and cannot be replayed", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    const unlockedTelephone = await openSession(testApi, accountId);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? client : otherServer).freeze(caller)),
    );
    expect(responses.map(summaryOf).filter((result) => result === "200")).toHaveLength(1);
    for (const session of [caller, unlockedTelephone]) expect(summaryOf(await client.freeze(session))).toBe("401 3009");
    expect((await eventsOf(accountId)).filter(({ event }) => event === "account.frozen")).toHaveLength(1);
  });

  test("leaves nothing half done when a step of it fails", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    await pool.query("alter table support_reference rename to support_reference_away");
    expect(summaryOf(await client.freeze(caller))).not.toBe("200");
    await pool.query("alter table support_reference_away rename to support_reference");
    expect(summaryOf(await client.sessions(caller))).toBe("200");
    const { rows } = await pool.query("select frozen_at, disabled, status from account where id = $1", [accountId]);
    expect(rows).toEqual([{ frozen_at: null, disabled: false, status: "A" }]);
  });
});
