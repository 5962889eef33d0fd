import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { expect, test } from "vitest";
import { mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, newHolder, summaryOf } from "../../../../../test/recovery.ts";
import { clientOf, openSession, signedInPerson } from "../../../../../test/signed-in.ts";
import { personalData } from "../../retention/personal-data.table.ts";

const testApi = await openTestApi();
const { pool } = testApi;
const client = clientOf(testApi, ownDataEndpoints);
const otherServer = clientOf(testApi, ownDataEndpoints, 1);

test("gives a person everything kept of them, without hashes, and records it", async () => {
  const owner = await signedInPerson(testApi);
  const other = await signedInPerson(testApi);
  const { data } = dataOf(await client.data(owner.caller));
  expect(data.account).toHaveLength(1);
  const text = JSON.stringify(data);
  for (const hidden of ["argon2", owner.accountId, other.person.email]) expect(text).not.toContain(hidden);
  const { rows } = await pool.query("select event, actor from audit_event where account_id = $1 order by id", [
    owner.accountId,
  ]);
  expect(rows).toContainEqual({ event: "person.exported", actor: "person" });
});

test("A-245 asks for a fresh proof before each of these calls, and for a session of the same brand", async () => {
  const { accountId, caller } = await signedInPerson(testApi);
  await pool.query("update gateway_session set started_at = app_now() - interval '11 minutes' where account_id = $1", [
    accountId,
  ]);
  for (const who of [caller, { ...caller, apiKey: "intact" }, { ...caller, gatewaySession: "unknown" }]) {
    const end = who === caller ? "403 3010" : "401 3009";
    expect(summaryOf(await client.data(who))).toBe(end);
    expect(summaryOf(await client.closing(who))).toBe(end);
    expect(summaryOf(await client.close(who))).toBe(end);
  }
  const { rowCount } = await pool.query("select from account where id = $1", [accountId]);
  expect(rowCount).toBe(1);
});

test("says what closing deletes and keeps, as the table of personal data does", async () => {
  const { caller } = await signedInPerson(testApi);
  const { deletes, keeps } = dataOf(await client.closing(caller));
  expect(deletes).toEqual(expect.arrayContaining(["account", "sessions"]));
  expect(keeps).toContain("insurerBook");
  expect([personalData.book_row.erasure?.kind, personalData.account.erasure?.kind]).toEqual(["kept", "deleted"]);
});

test("A-506 tells every e-mail on file that the account is closed", async () => {
  const { accountId, accountEmail, email } = await newHolder(testApi);
  expect(summaryOf(await client.close(await openSession(testApi, accountId)))).toBe("204");
  for (const recipient of [accountEmail, email])
    expect((await mailsTo(testApi, recipient)).map(({ kind }) => kind)).toContain("accountClosed");
});

test("A-246 closes an account once, with its sessions, and confirms it by a message that is kept", async () => {
  const { accountId, caller, person } = await signedInPerson(testApi);
  const other = await openSession(testApi, accountId);
  const { rows: before } = await pool.query("select email from account where id = $1", [accountId]);
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? client : otherServer).close(caller)),
  );
  expect(responses.map(summaryOf).filter((result) => result === "204")).toHaveLength(1);
  for (const who of [caller, other]) expect(summaryOf(await client.data(who))).toBe("401 3009");
  const counts = await pool.query(
    `select (select count(*)::int from account where id = $1) as accounts,
      (select count(*)::int from gateway_session where account_id = $1) as sessions,
      (select count(*)::int from book_row where person_key = $2) as book,
      (select array_agg(kind) from notification where recipient = $3) as messages,
      (select array_agg(event) from audit_event where account_id = $1) as events`,
    [accountId, person.personKey, before[0].email],
  );
  expect(counts.rows[0]).toMatchObject({ accounts: 0, sessions: 0, book: 1, messages: ["accountClosed"] });
  expect(counts.rows[0].events).toContain("account.closed");
});

test("keeps everything when the closing cannot be recorded", async () => {
  const { accountId, caller } = await signedInPerson(testApi);
  const auditor = testApi.deps.auditor.record;
  testApi.deps.auditor.record = async (transaction, ...events) => {
    if (events.some(({ event }) => event === "account.closed")) throw new Error("no audit event can be written");
    return auditor(transaction, ...events);
  };
  expect(summaryOf(await client.close(caller))).not.toBe("204");
  testApi.deps.auditor.record = auditor;
  const { rowCount } = await pool.query("select from account where id = $1", [accountId]);
  expect(rowCount).toBe(1);
  expect(summaryOf(await client.closing(caller))).toBe("200");
});

test("limits how often a person's data are read", async () => {
  const { caller } = await signedInPerson(testApi);
  for (let read = 0; read < 30; read += 1) await client.closing(caller);
  expect(summaryOf(await client.data(caller))).toBe("429 1429");
});
