import type { Language } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { LetterRequest } from "@vestibule/contract/v1/letter.schema.ts";
import { sql } from "kysely";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { Db, Trx } from "../platform/database.table.ts";

export interface LetterOrder {
  brandId: string;
  journeyId: string;
  language: Language;
  person: Pick<PolicyPerson, "company" | "policyNumber" | "role" | "personKey">;
}

/** Stores a request; false when one for this person and policy is open or recent. */
export async function insertLetterRequest(transaction: Trx, order: LetterOrder): Promise<boolean> {
  const { brandId, journeyId, language, person } = order;
  const { company, policyNumber, role, personKey } = person;
  const { rows } = await sql`
    insert into letter_request (brand, company, policy_number, role, person_key, language, journey_id)
    select ${brandId}, ${company}, ${policyNumber}, ${role}::smallint, ${personKey}, ${language}, ${journeyId}::uuid
    where not exists (
      select from letter_request
      where brand = ${brandId} and company = ${company} and policy_number = ${policyNumber} and person_key = ${personKey}
        and requested_at > app_now() - make_interval(days => ${ttl.letterAgainDays}::int))
    on conflict do nothing
    returning id`.execute(transaction);
  return rows.length > 0;
}

const longestList = 100;

/** Open requests, oldest first, with the names that the policy directory has now. */
export async function openLetterRequests(
  database: Db,
  { brandId }: { brandId?: string | undefined },
): Promise<LetterRequest[]> {
  const rows = await database
    .selectFrom("letter_request as letter")
    .leftJoin("book_row as person", (join) =>
      join
        .onRef("person.company", "=", "letter.company")
        .onRef("person.policy_number", "=", "letter.policy_number")
        .onRef("person.person_key", "=", "letter.person_key")
        .onRef("person.role", "=", "letter.role"),
    )
    .select(["letter.id", "letter.brand", "letter.company", "letter.policy_number", "letter.role", "letter.language"])
    .select(["letter.requested_at", "person.first_name", "person.last_name"])
    .where("letter.acknowledged_at", "is", null)
    .$if(brandId !== undefined, (query) => query.where("letter.brand", "=", brandId ?? ""))
    .orderBy("letter.requested_at")
    .orderBy("letter.id")
    .limit(longestList)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    brand: row.brand,
    company: row.company,
    policyNumber: row.policy_number,
    role: row.role,
    ...(row.first_name !== null && { firstName: row.first_name }),
    ...(row.last_name !== null && { lastName: row.last_name }),
    language: row.language,
    requestedAt: row.requested_at.toISOString(),
  }));
}

/** Closes a request; undefined when it is not open. */
export async function acknowledgeLetterRequest(
  transaction: Trx,
  id: string,
): Promise<{ brandId: string; journeyId: string } | undefined> {
  return transaction
    .updateTable("letter_request")
    .set({ acknowledged_at: appNow })
    .where("id", "=", id)
    .where("acknowledged_at", "is", null)
    .returning(["brand as brandId", "journey_id as journeyId"])
    .executeTakeFirst();
}
