import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import { sql } from "kysely";
import type { DbOrTrx } from "../platform/database.table.ts";

/** An agent resets a limit by this event. */
const lifted: AuditEventName = "support.lifted";

/** Limits that stopped someone in the last hour, most frequent first. */
export async function countReachedLimits(database: DbOrTrx): Promise<{ limit: string; count: number }[]> {
  const { rows } = await sql<{ limit: string; count: number }>`
    select facts ->> 'limit' as limit, count(*)::int as count from audit_event
    where at > app_now() - interval '1 hour' and facts ? 'limit' and event <> ${lifted}
    group by 1 order by 2 desc, 1`.execute(database);
  return rows;
}
