import { limits } from "@vestibule/catalogue/limit.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/database.table.ts";

export interface RetentionRow {
  /** Personal data in the table. */
  personal: string;
  /** When a row is deleted, as text for the retention page. */
  end: string;
  reason: string;
  /** Selects the rows to delete; absent when they are deleted elsewhere. */
  isPast?: RawBuilder<boolean>;
}

const longestWindowMinutes = Math.max(
  ...Object.values(limits).map((limit) => ("windowMinutes" in limit ? limit.windowMinutes : 0)),
);
const recipientDays = 30;
const messageDays = 365;
const isOlderThan = (moment: string, days: number) =>
  sql<boolean>`${sql.raw(moment)} < app_now() - make_interval(days => ${days}::int)`;
const { limit: consecutiveLimit } = limits.loginConsecutive;

const nothingPersonal = (end: string, reason: string): RetentionRow => ({ personal: "nothing", end, reason });
const withAccount = "With its account.";

/** Every table and when its rows are deleted. Source of `docs/security/retention.md`. */
export const retentionRows: Readonly<Record<string, RetentionRow>> = {
  account: {
    personal: "e-mail, names, date of birth, hash of the password, consent to the terms",
    end: "When the insurer deletes it. Kept while the insurer's book lists the person.",
    reason: "The contract with the insurer: it is the way to the person's policies.",
  },
  account_policy: { personal: "policy numbers", end: withAccount, reason: "They say what the account may see." },
  password_history: {
    personal: "hashes of the last five passwords",
    end: "When it is no longer among the last five; with its account.",
    reason: "A password of before may not be set again.",
  },
  book_row: {
    personal:
      "names, date of birth, postal code, e-mail, mobile number, driver's licence, policy number, hash of the PIN",
    end: "When the insurer deletes it; an import replaces it.",
    reason: "The insurer's own record of its contracts, by which a person is recognised.",
  },
  registration_attempt: {
    personal: "what the person typed and who was found in the book; the last answer, encrypted",
    end: "24 hours after its start.",
    reason: "An abandoned registration is of no use to anybody.",
    isPast: sql`started_at < app_now() - interval '24 hours'`,
  },
  one_time_code: {
    personal: "keyed hashes of the code and of the identity",
    end: "7 days after the code's end.",
    reason: "Support sees why a code was refused.",
    isPast: sql`expires_at < app_now() - interval '7 days'`,
  },
  link: {
    personal: "e-mail it went to, names and date of birth (as the book's key of the person), policy number",
    end: "7 days after the link's end.",
    reason: "Support sees why a link was refused.",
    isPast: sql`expires_at < app_now() - interval '7 days'`,
  },
  link_request: {
    personal: "e-mail the link is to go to, names and date of birth (as the book's key of the person), policy number",
    end: "7 days after it was due.",
    reason: "Support sees what became of it.",
    isPast: sql`due_at < app_now() - interval '7 days'`,
  },
  letter_request: {
    personal: "policy number, names and date of birth (as the book's key of the person)",
    end: `${ttl.letterAcknowledgedDays} days after the insurer acknowledged it; in any case ${ttl.letterRequestDays} days after it was made.`,
    reason: "The insurer mails the letter, and answers whether it was asked for.",
    isPast: sql`acknowledged_at < app_now() - make_interval(days => ${ttl.letterAcknowledgedDays}::int)
      or requested_at < app_now() - make_interval(days => ${ttl.letterRequestDays}::int)`,
  },
  recovery: {
    personal: "keyed hash of the e-mail",
    end: "7 days after its start.",
    reason: "Support sees what became of it.",
    isPast: sql`started_at < app_now() - interval '7 days'`,
  },
  sign_in_ticket: {
    personal: "nothing but the account's id",
    end: "7 days after the ticket's end.",
    reason: "Used tickets differ from unknown ones.",
    isPast: sql`expires_at < app_now() - interval '7 days'`,
  },
  gateway_session: {
    personal: "nothing but the account's id",
    end: "7 days after its last use.",
    reason: "Support sees when the person was signed in.",
    isPast: sql`last_seen_at < app_now() - interval '7 days'`,
  },
  agent_session: {
    personal: "the agent's id, keyed hash of the client IP",
    end: `${ttl.agentAddressDays} days after its last use.`,
    reason: "An agent who comes from a new address is noticed.",
    isPast: sql`last_seen_at < app_now() - make_interval(days => ${ttl.agentAddressDays}::int)`,
  },
  agent_sign_in: {
    personal: "nothing: random values of a sign-in under way",
    end: `${ttl.agentSignInMinutes} minutes after its start.`,
    reason: "An agent signs in at the insurer's OpenID provider.",
    isPast: sql`started_at < app_now() - make_interval(mins => ${ttl.agentSignInMinutes}::int)`,
  },
  support_reference: {
    personal: "page and reasons; keyed hashes of the name and of the client IP",
    end: "7 days after it was made.",
    reason: "The time in which a person calls about it.",
    isPast: sql`expires_at < app_now()`,
  },
  sign_in_failure: {
    personal: "keyed hash of the name that was typed, known or not",
    end: "A year after the last attempt; 2 years where the name is locked until a reset.",
    reason: "Wrong passwords in a row are counted over any time; a lock ends by a reset.",
    isPast: sql`touched_at < app_now() - case when consecutive < ${consecutiveLimit} then interval '1 year' else interval '2 years' end`,
  },
  limit_window: {
    personal: "keyed hashes of identities and client IPes",
    end: "When its longest window is over.",
    reason: "Limits count in rolling windows.",
    isPast: sql`touched_at < app_now() - make_interval(mins => ${longestWindowMinutes}::int)`,
  },
  notification: {
    personal: "e-mail or mobile number it went to; until it is sent also what it says (names, code, link)",
    end: `What it says: when it is sent, refused or expired (demo mode keeps it for the outbox). Recipient: ${recipientDays} days later. The row: a year later.`,
    reason: "Support answers whether a message went out, and where to; a provider answers for its id for a year.",
    // The first condition lets PostgreSQL use the index.
    isPast: sql`${isOlderThan("queued_at", messageDays)} and ${isOlderThan("coalesce(done_at, expires_at)", messageDays)}`,
  },
  audit_event: {
    personal: "ids of accounts and journeys, ids of agents and operators; no name, e-mail, number or code",
    end: "Never by the service, which may not delete it. An account's id leads to no person once the account is deleted.",
    reason: "Proof of what happened: Law 25, PIPEDA and the insurer's own retention rules.",
  },
  audit_head: nothingPersonal("Never.", "Ends of the audit trail's chains."),
  audit_seal: nothingPersonal("Never.", "Vouches for the beginning of the audit trail."),
  book_import: nothingPersonal("Never.", "Counts of each import."),
  maintenance: nothingPersonal("When the brand opens again.", "Brands that are closed."),
  clock_offset: nothingPersonal("Never.", "Demo mode's clock."),
  production_use: nothingPersonal("Never.", "Keeps demo mode out of a production database."),
  retention_run: nothingPersonal("Never.", "When this page was last carried out."),
  restore_epoch: nothingPersonal("Never.", "When a backup was last restored."),
};

/** Small enough that a statement stays well within its timeout. */
const batch = 2000;

/**
 * Deletes or empties expired rows; returns the number of rows per table. `signal` aborts after the current statement.
 */
export async function deletePastRows(database: Db, signal?: AbortSignal): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, { isPast }] of Object.entries(retentionRows)) {
    if (isPast === undefined) continue;
    const name = sql.table(table);
    counts[table] = await inBatches(signal, () =>
      sql`delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${isPast} limit ${batch} for update skip locked))`.execute(database),
    );
  }
  counts.emptiedNotifications = await inBatches(signal, () =>
    sql`update notification set facts = '{}', recipient = '' where ctid = any(array(
      select ctid from notification where recipient <> '' and ${isOlderThan("notification.queued_at", recipientDays)}
        and ${isOlderThan("coalesce(done_at, expires_at)", recipientDays)} limit ${batch} for update skip locked))`.execute(
      database,
    ),
  );
  return counts;
}

async function inBatches(
  signal: AbortSignal | undefined,
  change: () => Promise<{ numAffectedRows?: bigint }>,
): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const changed = Number((await change()).numAffectedRows ?? 0);
    count += changed;
    if (changed < batch) break;
  }
  return count;
}

/** Advisory lock number of this job; any fixed number works. */
const retentionLock = 7_368_503;

/**
 * Deletes expired rows unless another server is doing so or did within `sinceMinutes`; undefined when skipped.
 * PostgreSQL releases the lock with the connection when the server is killed.
 */
export async function runRetention(
  database: Db,
  { sinceMinutes, signal }: { sinceMinutes: number; signal?: AbortSignal },
): Promise<Record<string, number> | undefined> {
  return database.connection().execute(async (connection) => {
    const locked = await sql<{ held: boolean }>`select pg_try_advisory_lock(${retentionLock}) as held`.execute(
      connection,
    );
    if (!locked.rows[0]?.held) return undefined;
    try {
      const due = await sql`
        select from retention_run where ran_at is null or ran_at <= app_now() - make_interval(mins => ${sinceMinutes}::int)
          or ran_at > app_now()`.execute(connection);
      if (due.rows.length === 0) return undefined;
      const counts = await deletePastRows(connection, signal);
      if (!signal?.aborted) await sql`update retention_run set ran_at = app_now()`.execute(connection);
      return counts;
    } finally {
      await sql`select pg_advisory_unlock(${retentionLock})`.execute(connection);
    }
  });
}
