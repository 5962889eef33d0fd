import { sql } from "kysely";
import { z } from "zod";
import { appNow } from "../platform/database.adapter.ts";
import type { Db, Trx } from "../platform/database.table.ts";
import type { PolicyDirectory, PolicyPerson } from "./policy-directory.port.ts";

export function bookDirectory(database: Db): PolicyDirectory {
  const rows = () => database.selectFrom("book_row").select(personColumns);
  return {
    findByEmail: ({ companies, email, role }) =>
      rows()
        .where("email", "=", email)
        .where("company", "in", companies)
        .where("role", "=", role)
        .where("registry", "=", "smart")
        .orderBy("policy_number")
        .execute(),
    findByPolicyNumber: ({ companies, policyNumber }) =>
      rows().where("policy_number", "=", policyNumber).where("company", "in", companies).orderBy("id").execute(),
    findByPerson: ({ companies, personKey }) =>
      rows().where("person_key", "=", personKey).where("company", "in", companies).orderBy("id").execute(),
    findByPersonId: ({ company, personId }) =>
      rows().where("company", "=", company).where("person_id", "=", personId).orderBy("id").execute(),
    findById: async (id) =>
      z.guid().safeParse(id).success ? rows().where("id", "=", id).executeTakeFirst() : undefined,
  };
}

/** Reads the imported rows of some companies, those of a person key one after the other. */
export function readBookRows(
  database: Db,
  { companies, after, limit }: { companies: readonly string[]; after: PolicyPerson | undefined; limit: number },
): Promise<PolicyPerson[]> {
  return database
    .selectFrom("book_row")
    .select(personColumns)
    .where("company", "in", companies)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(person_key, id) > (${after?.personKey}, ${after?.id})`),
    )
    .orderBy("person_key")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Reads the rows that the e-mails or the policy numbers of some rows find. */
export async function readRelatedRows(
  database: Db,
  { companies, rows }: { companies: readonly string[]; rows: readonly PolicyPerson[] },
): Promise<{ byEmail: PolicyPerson[]; onPolicy: PolicyPerson[] }> {
  const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))];
  const policyNumbers = [...new Set(rows.map(({ policyNumber }) => policyNumber))];
  const related = database.selectFrom("book_row").select(personColumns).where("company", "in", companies);
  const byEmail = related
    .where(sql<boolean>`email = any(${emails})`)
    .where("registry", "=", "smart")
    .orderBy("policy_number");
  const onPolicy = related.where(sql<boolean>`policy_number = any(${policyNumbers})`).orderBy("id");
  return { byEmail: await byEmail.execute(), onPolicy: await onPolicy.execute() };
}

/** Marks the PINs of these rows as used. */
export async function consumePins(transaction: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable("book_row")
    .set({ pin_spent_at: appNow })
    .where("id", "in", [...ids])
    .where("pin_hash", "is not", null)
    .where("pin_spent_at", "is", null)
    .execute();
}

const personColumns = [
  ...(["id", "company", "policy_number as policyNumber", "line", "year", "province", "role", "ubi"] as const),
  ...(["first_name as firstName", "last_name as lastName", "date_of_birth as dateOfBirth"] as const),
  ...([
    "person_key as personKey",
    "person_id as personId",
    "postal_code as postalCode",
    "email",
    "email_typed as emailAsTyped",
  ] as const),
  ...(["cell_phone as cellPhone", "licence_province as licenceProvince"] as const),
  ...(["email_since as emailSince", "email_before as emailBefore"] as const),
  ...(["cell_phone_since as cellPhoneSince", "cell_phone_before as cellPhoneBefore"] as const),
  ...(["licence_number as licenceNumber", "pin_hash as pinHash", "language", "registry"] as const),
  sql<boolean>`pin_spent_at is not null`.as("pinSpent"),
] as const;
