import { setTimeout as pause } from "node:timers/promises";
import { verifyAuditTrail } from "@vestibule/api/audit/audit-verification.store.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import { type RawBuilder, sql } from "kysely";
import { findPersonal } from "../acceptance/log-scan.ts";
import { password, personOf } from "../bench/people.ts";
import { signIn } from "../bench/sign-in.ts";
import { testKeys } from "../test/book-file.ts";
import type { DrillPortal } from "./drill-portal.ts";
import type { AcceptedWrite } from "./load.ts";
import type { MessageReceivers } from "./message-receivers.ts";

interface Verification {
  lost: number;
  doubled: number;
  violations: string[];
}

/** What each accepted request must write, once. */
const traces = {
  registration: [
    { table: "account", wanted: undefined },
    { table: "message", wanted: "welcome" },
    { table: "event", wanted: "account.created" },
  ],
  forgot: [
    { table: "message", wanted: "passwordReset" },
    { table: "event", wanted: "recovery.started" },
  ],
  signIn: [{ table: "event", wanted: "sign-in.succeeded" }],
} as const;

/** Counts the rows of accepted requests, each by a different person. */
export async function countRows(database: Db, accepted: readonly AcceptedWrite[]): Promise<Verification> {
  const emails = new Map<string, Map<string, number>>();
  const add = (email: string, trace: string) => {
    const counts = emails.get(email) ?? new Map<string, number>();
    emails.set(email, counts.set(trace, (counts.get(trace) ?? 0) + 1));
  };
  for (const { email } of await database.selectFrom("account").select("email").execute()) add(email, "account");
  const messages = await database.selectFrom("notification").select(["recipient", "kind"]).execute();
  for (const { recipient, kind } of messages) add(recipient, `message ${kind}`);
  const events = await database
    .selectFrom("audit_event")
    .innerJoin("account", "account.id", "audit_event.account_id")
    .select(["account.email", "audit_event.event"])
    .execute();
  for (const { email, event } of events) add(email, `event ${event}`);

  const counts = accepted.flatMap(({ kind, email }) =>
    traces[kind].map(({ table, wanted }) => {
      const trace = [table, wanted].filter(Boolean).join(" ");
      return { kind, trace, count: emails.get(email)?.get(trace) ?? 0 };
    }),
  );
  const lost = counts.filter(({ count }) => count === 0);
  const doubled = counts.filter(({ count }) => count > 1);
  return {
    lost: lost.length,
    doubled: doubled.length,
    violations: [
      ...new Set(lost.map(({ kind, trace }) => `${kind} without its ${trace}`)),
      ...new Set(doubled.map(({ kind, trace }) => `${kind} with more than one ${trace}`)),
      ...(accepted.length === 0 ? ["no write was accepted: nothing was shown"] : []),
    ],
  };
}

/** Rows that contradict each other, whether or not their request was answered. */
const contradictions: Readonly<Record<string, RawBuilder<{ found: number }>>> = {
  "accounts without account.created": sql`
    select count(*)::int as found from account where email like 'visitor%' and not exists (
      select from audit_event where account_id = account.id and event = 'account.created')`,
  "account.created without its account": sql`
    select count(*)::int as found from audit_event where event = 'account.created'
      and not exists (select from account where id = account_id)`,
  "accounts without a policy": sql`
    select count(*)::int as found from account where not exists (
      select from account_policy where account_id = account.id)`,
  "people with two accounts": sql`
    select count(*)::int as found from (select from account group by brand, person_key having count(*) > 1) as twice`,
  "registrations that accepted a code more often than they used one": sql`
    select count(*)::int as found from (
      select from audit_event where event = 'code.accepted' and journey_id in (select id from registration_attempt)
      group by journey_id having count(*) > (
        select count(*) from one_time_code where session_id = journey_id and used_at is not null)) as twice`,
};

/** Reads the rows that contradict each other, and verifies the chains of the audit trail. */
export async function findContradictions(database: Db): Promise<string[]> {
  const found: string[] = [];
  for (const [what, query] of Object.entries(contradictions)) {
    const { rows } = await query.execute(database);
    if (rows[0]?.found !== 0) found.push(`${what}: ${rows[0]?.found}`);
  }
  const verified = await verifyAuditTrail(database, testKeys().audit);
  if (verified.kind === "broken")
    found.push(`the audit trail is broken (${verified.fault}): event ${verified.eventId} of chain ${verified.chain}`);
  return found;
}

/** Longer than the delay before a further attempt after a few failed ones. */
const longestDrainMillis = 60_000;

/** Waits until no message is queued, or long enough. */
export async function waitUntilSent(database: Db): Promise<void> {
  const latest = performance.now() + longestDrainMillis;
  while (performance.now() < latest) {
    const { rows } = await sql`select from notification where status = 'queued' limit 1`.execute(database);
    if (rows.length === 0) return;
    await pause(200);
  }
}

/** Waits until no message is queued, then compares what was stored with what arrived. */
export async function verifyMessages(
  database: Db,
  { delivered }: Pick<MessageReceivers, "delivered">,
  unsent: readonly string[] = [],
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
  // A code that was given before its message left is not sent: the load reads codes from the database.
  const expected = ["accepted", "expired superseded", ...unsent];
  for (const state of unexpected.keys())
    if (expected.some((start) => state.startsWith(start))) unexpected.delete(state);
  return {
    lost: messages.filter(({ id, status }) => status === "accepted" && times(id) === 0).length,
    doubled: messages.reduce((sum, { id }) => sum + Math.max(0, times(id) - 1), 0),
    violations: [
      ...[...unexpected].map(([state, { length }]) => `${length} messages are ${state}`),
      ...messages
        // A killed process may have sent a code that was then given, before it noted that.
        .filter(({ id, status, last_fault }) => status !== "accepted" && last_fault !== "superseded" && times(id) > 0)
        .map(({ status }) => `a message that is ${status} was delivered`),
      ...unsent
        .filter((start) => !states.some((state) => state.startsWith(start)))
        .map((start) => `no message is ${start}: nothing was shown`),
    ],
  };
}

/** Locks a holder's name by wrong passwords, for a day. The result is empty while the lock holds, at any server. */
export async function lockHolder(portal: DrillPortal): Promise<() => Promise<string[]>> {
  const { email: username } = personOf("holder", portal.nextHolder());
  const mostTries = 6;
  for (let attempt = 0; attempt < mostTries; attempt += 1)
    await signIn(portal.servers[0].port, { username, password: "Un-mauvais-42" });
  // A long drill outlasts the lock.
  await sql`
    update sign_in_failure set locked_until = locked_until + interval '1 day' where locked_until > app_now()
  `.execute(portal.database);
  return async () => {
    const answers = await Promise.all(portal.servers.map(({ port }) => signIn(port, { username, password })));
    const isLocked = answers.every(({ headers }) => headers.location?.includes(gatewayOutcomes.lockedForTime.code));
    return isLocked ? [] : [`a locked name was answered ${answers.map(({ headers }) => headers.location).join(", ")}`];
  };
}

/** Enough people to find a kind of fact that is logged. */
const scannedPeople = 40;

/** Facts of the people of accepted requests, and their password, in a log. */
export function findInLog(log: string, accepted: readonly AcceptedWrite[]): string[] {
  const people = accepted.slice(-scannedPeople).map(({ email }) => {
    const [, group, serial] = /^(visitor|holder)(\d+)@/.exec(email) ?? [];
    const {
      firstName: _common,
      dateOfBirth: _date,
      ...person
    } = personOf(group as "visitor" | "holder", Number(serial));
    const missing = { firstName: "", licenceNumber: "", pin: "" };
    return {
      ...person,
      ...missing,
      postalCode: "H2X 1Y4",
      cellPhone: `514-555-01${String(Number(serial) % 100).padStart(2, "0")}`,
    };
  });
  return findPersonal(log, people, [password]).map((found) => `the log, ${found}`);
}
