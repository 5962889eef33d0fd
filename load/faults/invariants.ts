import { verifyAuditTrail } from "@vestibule/api/audit/audit-verification.store.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { type RawBuilder, sql } from "kysely";
import { findPersonal } from "../../acceptance/log-scan.ts";
import { testKeys } from "../../test/book-file.ts";
import { waitUntil } from "../../test/wait-until.ts";
import { type Group, password, personOf } from "../people.ts";
import { countRows, nextHolderOf, signIn } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { AcceptedWrite } from "./load.ts";

interface Verification {
  lost: number;
  duplicated: number;
  violations: string[];
}

/** Rows that each accepted request must write exactly once. */
const expectedRows: Record<AcceptedWrite["kind"], readonly string[]> = {
  registration: ["account", "message welcome", "event account.created"],
  forgot: ["message passwordReset", "event recovery.started"],
  signIn: ["event sign-in.succeeded"],
};

/** Checks the rows of accepted requests, each of which is by a different person. */
export async function verifyRows(database: Db, accepted: readonly AcceptedWrite[]): Promise<Verification> {
  const { rows } = await sql<{ email: string; row: string; count: number }>`
    select email, row, count(*)::int as count from (
      select email, 'account' as row from account
      union all select recipient, 'message ' || kind from notification
      union all select email, 'event ' || event from audit_event join account on account.id = account_id
    ) written group by email, row`.execute(database);
  const counted = new Map(rows.map(({ email, row, count }) => [`${email} ${row}`, count]));
  const counts = accepted.flatMap(({ kind, email }) =>
    expectedRows[kind].map((row) => ({ kind, row, count: counted.get(`${email} ${row}`) ?? 0 })),
  );
  const lost = counts.filter(({ count }) => count === 0);
  const duplicated = counts.filter(({ count }) => count > 1);
  return {
    lost: lost.length,
    duplicated: duplicated.length,
    violations: [
      ...new Set(lost.map(({ kind, row }) => `${kind} without its ${row}`)),
      ...new Set(duplicated.map(({ kind, row }) => `${kind} with more than one ${row}`)),
      ...(accepted.length === 0 ? ["no write was accepted: the drill shows nothing"] : []),
    ],
  };
}

/** Queries of rows which contradict each other, whether or not the client got a response. */
const contradictions: Readonly<Record<string, RawBuilder<unknown>>> = {
  "accounts without account.created": sql`
    select from account where email like 'visitor%' and not exists (
      select from audit_event where account_id = account.id and event = 'account.created')`,
  "account.created without its account": sql`
    select from audit_event where event = 'account.created' and not exists (select from account where id = account_id)`,
  "accounts without a policy": sql`
    select from account where not exists (select from account_policy where account_id = account.id)`,
  "people with two accounts": sql`select from account group by brand, identity having count(*) > 1`,
  "registrations that accepted a code more often than they used one": sql`
    select from audit_event where event = 'code.accepted' and journey_id in (select id from registration_attempt)
    group by journey_id having count(*) > (
      select count(*) from one_time_code where session_id = journey_id and used_at is not null)`,
};

/** Finds contradictory rows and verifies the chains of the audit trail. Returns violations, one sentence each. */
export async function findContradictions(database: Db): Promise<string[]> {
  const found: string[] = [];
  for (const [contradiction, query] of Object.entries(contradictions)) {
    const count = await countRows(database, query);
    if (count > 0) found.push(`${contradiction}: ${count}`);
  }
  const verified = await verifyAuditTrail(database, testKeys().audit);
  if (verified.kind === "broken")
    found.push(`the audit trail is broken (${verified.fault}): event ${verified.eventId} of chain ${verified.chain}`);
  return found;
}

/**
 * Waits until no message is queued, for at most a minute: longer than the delay before the next attempt to send a
 * message that has failed a few times.
 */
async function waitUntilSent(database: Db): Promise<void> {
  const queued = sql`select from notification where status = 'queued' limit 1`;
  const isSent = async () => (await countRows(database, queued)) === 0;
  await waitUntil(isSent, { seconds: 60, everyMillis: 200 });
}

/** Waits until no message is queued, then compares the stored messages with the delivered ones. */
export async function verifyMessages(
  database: Db,
  delivered: ReadonlyMap<string, number>,
  expectedUnsent: readonly string[] = [],
): Promise<Verification> {
  await waitUntilSent(database);
  const messages = await database
    .selectFrom("notification")
    .select(["id", "status", "last_fault"])
    .where("channel", "<>", "LETTER")
    .execute();
  const times = (id: string) => delivered.get(id) ?? 0;
  const states = messages.map(({ status, last_fault }) =>
    status === "accepted" ? status : `${status} ${last_fault ?? ""}`.trim(),
  );
  const unexpected = Map.groupBy(states, (state) => state);
  // The load reads codes from the database, and a code that was used before its message was sent is not sent.
  const expected = ["accepted", "expired superseded", ...expectedUnsent];
  for (const state of unexpected.keys())
    if (expected.some((start) => state.startsWith(start))) unexpected.delete(state);
  return {
    lost: messages.filter(({ id, status }) => status === "accepted" && times(id) === 0).length,
    duplicated: messages.reduce((sum, { id }) => sum + Math.max(0, times(id) - 1), 0),
    violations: [
      ...[...unexpected].map(([state, { length }]) => `${length} messages are ${state}`),
      ...messages
        // A killed process may have sent a code that was then used, before it recorded that.
        .filter(({ id, status, last_fault }) => status !== "accepted" && last_fault !== "superseded" && times(id) > 0)
        .map(({ status }) => `a message that is ${status} was delivered`),
      ...expectedUnsent
        .filter((start) => !states.some((state) => state.startsWith(start)))
        .map((start) => `no message is ${start}: the drill shows nothing`),
    ],
  };
}

/**
 * Locks an account holder out for a day by wrong passwords. The returned function checks the lockout on all servers.
 */
export async function lockHolder(portal: Portal): Promise<() => Promise<string[]>> {
  const username = nextHolderOf(portal);
  const maxAttempts = 6;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1)
    await signIn(portal.servers[0].port, username, { typed: "Un-mauvais-42" });
  // A long drill lasts longer than the normal lockout.
  await sql`
    update sign_in_failure set locked_until = locked_until + interval '1 day' where locked_until > app_now()
  `.execute(portal.database);
  return async () => {
    const responses = await Promise.all(portal.servers.map(({ port }) => signIn(port, username)));
    const isLocked = responses.every(({ headers }) => headers.location?.includes(gatewayResults.lockedOut.code));
    return isLocked
      ? []
      : [`a locked-out user name was answered ${responses.map(({ headers }) => headers.location).join(", ")}`];
  };
}

/** Enough people to find each kind of personal data that is logged. */
const scannedPeople = 40;

/**
 * Finds personal data and passwords of the people of accepted requests in a log. Returns violations, one sentence each.
 */
export function findInLog(log: string, accepted: readonly AcceptedWrite[]): string[] {
  const people = accepted.slice(-scannedPeople).map(({ email }) => {
    const [, group, serial] = /^(visitor|holder)(\d+)@/.exec(email) ?? [];
    const { firstName: _common, dateOfBirth: _date, ...person } = personOf(group as Group, Number(serial));
    return { ...person, firstName: "", licenceNumber: "", pin: "" };
  });
  return findPersonal(log, people, [password]).map((found) => `the log, ${found}`);
}
