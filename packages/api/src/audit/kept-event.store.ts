import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import { type FlowId, roadblockMet } from "@vestibule/catalogue/statistic.table.ts";
import { sql } from "kysely";
import type { DbOrTrx } from "../platform/database.table.ts";

/** Events of agents viewing a case, which are not steps of the person. */
const viewEvents: readonly AuditEventName[] = ["support.viewed", "support.opened"];

/** A stored event; its facts are ids, channels and reasons. */
export interface KeptEvent {
  at: Date;
  event: string;
  result: string;
  actor: string;
  journeyId: string | null;
  facts: Record<string, unknown>;
}

/**
 * Selects the events of a brand by flow, account or browser session. `since` applies to accounts and browser sessions,
 * `until` to browser sessions.
 */
export interface AuditQuery {
  brandId: string;
  journeyIds: readonly string[];
  accountId: string | undefined;
  browserSessionId: string | undefined;
  since: Date;
  until: Date;
  limit: number;
}

/** The newest events that match, in ascending order, without those of agents viewing a case. */
export async function findAuditEvents(database: DbOrTrx, query: AuditQuery): Promise<KeptEvent[]> {
  const { brandId, journeyIds, accountId, browserSessionId, since, until, limit } = query;
  if (journeyIds.length === 0 && accountId === undefined && browserSessionId === undefined) return [];
  const rows = await database
    .selectFrom("audit_event")
    .select(["at", "event", "result", "actor", "journey_id as journeyId", "facts"])
    .where("brand", "=", brandId)
    .where("event", "not in", viewEvents)
    .where((where) =>
      where.or([
        ...(journeyIds.length === 0 ? [] : [where("journey_id", "in", [...journeyIds])]),
        ...(accountId === undefined
          ? []
          : [where.and([where("account_id", "=", accountId), where("at", ">=", since)])]),
        ...(browserSessionId === undefined
          ? []
          : [
              where.and([
                sql<boolean>`facts ->> 'browserSession' = ${browserSessionId}`,
                where("at", ">=", since),
                where("at", "<=", until),
              ]),
            ]),
      ]),
    )
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** Latest flow and account of a browser session, without roadblock views, which have only the page's ids. */
export async function readBrowserSessionHistory(
  database: DbOrTrx,
  { brandId, browserSessionId, since, until }: { brandId: string; browserSessionId: string; since: Date; until: Date },
): Promise<{ journey: { name: FlowId; id: string; at: Date } | undefined; accountId: string | undefined }> {
  const { rows } = await sql<{ journey: FlowId; journey_id: string | null; account_id: string | null; at: Date }>`
    select facts ->> 'journey' as journey, journey_id, account_id, at from audit_event
    where facts ->> 'browserSession' = ${browserSessionId} and brand = ${brandId} and at >= ${since} and at <= ${until}
      and event <> ${roadblockMet}
    order by id desc limit 100`.execute(database);
  const step = rows.find(({ journey_id }) => journey_id !== null);
  return {
    journey: step && { name: step.journey, id: step.journey_id ?? "", at: step.at },
    accountId: rows.find(({ account_id }) => account_id !== null)?.account_id ?? undefined,
  };
}
