import { verifyAuditTrail } from "@vestibule/api/audit/audit-verification.store.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { testKeys } from "../test/book-file.ts";
import type { AcceptedWrite } from "./load.ts";

interface RowCount {
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

/** Counts the rows of accepted requests, each by a different person, and verifies the audit chains. */
export async function countRows(database: Db, accepted: readonly AcceptedWrite[]): Promise<RowCount> {
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
  const verified = await verifyAuditTrail(database, testKeys().audit);
  return {
    lost: lost.length,
    doubled: doubled.length,
    violations: [
      ...new Set(lost.map(({ kind, trace }) => `${kind} without its ${trace}`)),
      ...new Set(doubled.map(({ kind, trace }) => `${kind} with more than one ${trace}`)),
      ...(verified.kind === "whole" ? [] : [`chain ${verified.chain} of the audit trail is broken: ${verified.fault}`]),
      ...(accepted.length === 0 ? ["no write was accepted: nothing was shown"] : []),
    ],
  };
}
