import { type BotSignal, botSignals } from "@vestibule/catalogue/bot-signal.table.ts";
import type { AuditEvent } from "../audit/auditor.port.ts";
import type { LimitedDeps } from "../deps.ts";
import type { LimitWindow } from "../limits/limit.port.ts";
import type { DbOrTrx } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";

/** `subject`: of the signal's window. `once`: a window in which the subject counts once only. */
interface Observation {
  brandId: string;
  subject: string;
  once?: LimitWindow;
}

/**
 * Counts what a bot may have done, and returns the audit events of a signal that this raises: once an hour for a subject,
 * which no event names. Refuses no request.
 */
export async function observe(
  { limits, metrics }: LimitedDeps<"metrics">,
  database: DbOrTrx,
  signal: BotSignal,
  { brandId, subject, once }: Observation,
): Promise<Pick<AuditEvent, "event" | "result">[]> {
  const limit = botSignals[signal];
  const counted = await limits.consume(database, [...(once ? [once] : []), { limit, subject }]);
  if (counted.kind !== "allowed" || !counted.reached.includes(limit)) return [];
  const raised = await limits.consume(database, { limit: "botSignal", subject: `${signal}|${subject}` });
  if (raised.kind !== "allowed") return [];
  metrics.countBotSignal(brandId, signal);
  return [{ event: "bots.suspected", result: signal }];
}

/** Like `observe`, outside a transaction; records the audit events. */
export async function observeAndRecord(
  deps: LimitedDeps<"database" | "auditor" | "metrics">,
  signal: BotSignal,
  observation: Observation,
): Promise<void> {
  const events = await observe(deps, deps.database, signal, observation);
  const { brandId } = observation;
  if (events.length > 0)
    await transact(deps.database, (transaction) =>
      deps.auditor.record(transaction, ...events.map((event) => ({ ...event, brandId, actor: "system" }))),
    );
}
