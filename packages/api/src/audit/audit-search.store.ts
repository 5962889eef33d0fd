import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/database.table.ts";
import { longestQuerySeconds, readWithin } from "../platform/transaction.adapter.ts";

/** An event as it is kept, without the proofs of its chain. */
export interface AuditMatch {
  at: Date;
  event: string;
  result: string;
  brand: string | null;
  actor: string;
  accountId: string | null;
  journeyId: string | null;
  facts: Record<string, string | number | boolean>;
}

/** The journeys, account and browser session behind a reference, with the hours in which they are of interest. */
export interface AuditCase {
  brandId: string;
  journeyIds: readonly string[];
  accountId: string | undefined;
  browserSessionId: string | undefined;
  since: Date;
  until: Date;
}

export type AuditCondition =
  | { by: "case"; about: AuditCase }
  | { by: "agent"; id: string; days: number }
  | { by: "event"; event: string; days: number };

/** The newest events that match, newest first. Fails with PostgreSQL's error of a timeout when it takes too long. */
export function searchAudit(database: Db, condition: AuditCondition, limit: number): Promise<AuditMatch[]> {
  return readWithin(database, longestQuerySeconds, async (transaction) => {
    const { rows } = await sql<AuditMatch>`
      select at, event, result, brand, actor, account_id as "accountId", journey_id as "journeyId", facts
      from audit_event where ${matches(condition)} order by at desc, id desc limit ${limit}`.execute(transaction);
    return rows;
  });
}

const within = (days: number) => sql<boolean>`at > app_now() - make_interval(days => ${days}::int)`;
/** As in the index of what the staff did. */
const isStaff = sql<boolean>`(actor like 'agent:%' or actor like 'operator:%')`;

function matches(condition: AuditCondition): RawBuilder<boolean> {
  switch (condition.by) {
    case "agent": {
      const actors = [`agent:${condition.id}`, `operator:${condition.id}`];
      return sql`actor = any(${actors}::text[]) and ${isStaff} and ${within(condition.days)}`;
    }
    case "event":
      return sql`event = ${condition.event} and ${within(condition.days)}`;
    case "case": {
      const { brandId, journeyIds, accountId = null, browserSessionId = null, since, until } = condition.about;
      return sql`brand = ${brandId} and (journey_id = any(${[...journeyIds]}::uuid[])
        or (account_id = ${accountId}::uuid and at >= ${since})
        or (facts ->> 'browserSession' = ${browserSessionId} and at >= ${since} and at <= ${until}))`;
    }
  }
}
