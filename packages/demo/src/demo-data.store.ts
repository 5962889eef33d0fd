import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { sql } from "kysely";
import { readDemoPeople } from "./demo-people.adapter.ts";

/**
 * Tables that a visitor can change, referencing tables first; rows of others are deleted with the account. The audit trail is kept: it is append-only in every mode.
 */
export const emptiedTables: readonly string[] = [
  "account_policy",
  "password_history",
  "link_request",
  "household_request",
  "person_request",
  "letter_request",
  "one_time_code",
  "notification",
  "support_reference",
  "registration_attempt",
  "recovery",
  "link",
  "email_change",
  "gateway_session",
  "sign_in_ticket",
  "limit_window",
  "sign_in_failure",
  "agent_session",
  "agent_sign_in",
  "passkey_challenge",
  "early_receipt",
  "oidc_artifact",
  "last_answer",
  "maintenance",
  "brand_experiment",
  "brand_screen_view",
  "brand_publication",
  "brand_load_failure",
  "brand_version",
  "account",
  "book_row",
  "book_import",
];

/** Empties the demo's tables and resets its clock. */
export async function emptyDemo(database: Db): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const table of emptiedTables) await sql`delete from ${sql.table(table)}`.execute(transaction);
    await sql`update clock_offset set seconds = 0`.execute(transaction);
  });
}

/** Returns which of the people have an account, as "brand identity". */
export async function accountHolders(database: Db, identities: readonly string[]): Promise<Set<string>> {
  if (identities.length === 0) return new Set();
  const rows = await database
    .selectFrom("account")
    .select(["brand", "identity"])
    .where("identity", "in", identities)
    .execute();
  return new Set(rows.map((row) => `${row.brand} ${row.identity}`));
}

/** Deletes the sample's own rows or accounts, so that a custom book is the only one. */
export async function deleteSampleRows(
  database: Db,
  sample: { kind: "policies" | "accounts"; brands: BrandBook },
): Promise<void> {
  const { people } = await readDemoPeople({ brands: sample.brands });
  await database.transaction().execute(async (transaction) => {
    for (const { brand, personKey, rows, account } of people) {
      if (sample.kind === "policies")
        for (const { company, policyNumber, role, personKey: rowKey } of rows)
          await transaction
            .deleteFrom("book_row")
            .where("company", "=", company)
            .where("policy_number", "=", policyNumber)
            .where("role", "=", role)
            .where("person_key", "=", rowKey)
            .execute();
      else if (account)
        await transaction
          .deleteFrom("account")
          .where("brand", "=", brand.id)
          .where("email", "=", account.email)
          .where("person_key", "=", personKey)
          .execute();
    }
  });
}
