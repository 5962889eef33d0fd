import type { Db } from "@vestibule/api/platform/database.table.ts";
import { sql } from "kysely";

/**
 * Tables that a visitor can change, referencing tables first. The audit trail is kept: it is append-only in every mode.
 */
const tables = [
  ...[
    "account_policy",
    "password_history",
    "link_request",
    "letter_request",
    "one_time_code",
    "notification",
    "support_reference",
  ],
  ...["registration_session", "legacy_registration", "recovery", "link", "gateway_session", "sign_in_ticket"],
  ...["limit_window", "sign_in_failure", "agent_session", "maintenance", "account", "book_row", "book_import"],
];

/** Empties the demo's tables and resets its clock. */
export async function emptyDemo(database: Db): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(transaction);
    await sql`update clock_offset set seconds = 0`.execute(transaction);
  });
}
