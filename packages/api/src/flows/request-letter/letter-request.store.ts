import type { Language } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { LetterRequest } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import { sql } from "kysely";
import type { ApiDeps } from "../../deps.ts";
import { unlessUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { appNow } from "../../platform/database.adapter.ts";
import type { Db, Trx } from "../../platform/database.table.ts";

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

/**
 * Open requests, oldest first, with the names that the policy directory has now. Requests of a company whose directory
 * is unavailable are left out until it responds.
 */
export async function openLetterRequests(
  { database, directory }: Pick<ApiDeps, "database" | "directory">,
  { brandId }: { brandId?: string | undefined },
): Promise<LetterRequest[]> {
  const requests: LetterRequest[] = [];
  const unavailable = new Set<string>();
  let known: number;
  do {
    known = unavailable.size;
    const rows = await openRows(database, { brandId, unavailable: [...unavailable], read: requests });
    for (const { personKey, requestedAt, ...request } of rows) {
      const { company, policyNumber, role } = request;
      if (unavailable.has(company)) continue;
      const policies = await unlessUnavailable(directory.findByPerson({ companies: [company], personKey }));
      if (policies === undefined) {
        unavailable.add(company);
        continue;
      }
      const person = policies.find((row) => row.policyNumber === policyNumber && row.role === role);
      requests.push({
        ...request,
        ...(person && { firstName: person.firstName, lastName: person.lastName }),
        requestedAt: requestedAt.toISOString(),
      });
    }
    // Newer requests of other companies take the place of those left out.
  } while (unavailable.size > known);
  return requests;
}

/** The oldest open requests that complete the list of those read. */
function openRows(
  database: Db,
  of: { brandId: string | undefined; unavailable: readonly string[]; read: readonly LetterRequest[] },
) {
  const { brandId, unavailable, read } = of;
  return database
    .selectFrom("letter_request")
    .select(["id", "brand", "company", "policy_number as policyNumber", "role", "language"])
    .select(["person_key as personKey", "requested_at as requestedAt"])
    .where("acknowledged_at", "is", null)
    .where(sql<boolean>`company <> all(${unavailable}::text[])`)
    .where(sql<boolean>`id <> all(${read.map(({ id }) => id)}::uuid[])`)
    .$if(brandId !== undefined, (query) => query.where("brand", "=", brandId ?? ""))
    .orderBy("requested_at")
    .orderBy("id")
    .limit(longestList - read.length)
    .execute();
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
