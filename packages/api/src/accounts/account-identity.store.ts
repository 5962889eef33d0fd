import { sql } from "kysely";
import { identityByPersonId, type PersonId, type ProvenIdentity } from "../identity/person.rule.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";

/** The contacts and the insurer's ids that a person has proven. */
export type NewProof = Pick<ProvenIdentity, "contacts" | "personIds">;

/** What an account has proven, besides the names and the date of birth. */
export type StoredProof = Omit<ProvenIdentity, "personKey">;

interface ProofOfAccount {
  personKey: string;
  proven: StoredProof;
}

export function provenIdentityOf({ personKey, proven }: ProofOfAccount): ProvenIdentity {
  return { personKey, ...proven };
}

/** What an account has proven; its e-mail counts, as every account's was proven. */
export const storedProof = sql`jsonb_build_object(
  'contacts', (select array_agg(contact) || account.email from account_contact where account_id = account.id),
  'personIds', (select coalesce(jsonb_agg(jsonb_build_object('company', company, 'personId', person_id)), '[]')
    from account_person where account_id = account.id),
  'rows', (select coalesce(jsonb_agg(jsonb_build_object('company', company, 'policyNumber', policy_number, 'role', role,
    'personKey', person_key)), '[]') from account_policy where account_id = account.id and person_key is not null))`;

/** Undefined for an unknown account. */
export async function findProvenIdentity(database: DbOrTrx, accountId: string) {
  const { rows } = await sql<ProofOfAccount & { brandId: string }>`
    select person_key as "personKey", brand as "brandId", ${storedProof} as proven from account
    where id = ${accountId}::uuid`.execute(database);
  return rows[0] && { ...provenIdentityOf(rows[0]), brandId: rows[0].brandId };
}

/** Records the contacts and the insurer's ids by which an account has proven its person; returns how many contacts are new. */
export async function proveIdentity(
  transaction: Trx,
  { accountId, brandId, proven }: { accountId: string; brandId: string; proven: NewProof },
): Promise<number> {
  const { contacts, personIds } = proven;
  const added = await sql`
    insert into account_contact (account_id, contact)
    select ${accountId}::uuid, contact from unnest(${[...new Set(contacts)]}::text[]) as contact
    on conflict do nothing returning contact`.execute(transaction);
  if (personIds.length === 0) return added.rows.length;
  await sql`
    insert into account_person (account_id, brand, company, person_id)
    select ${accountId}::uuid, ${brandId}, person.* from unnest(${personIds.map(({ company }) => company)}::text[],
      ${personIds.map(({ personId }) => personId)}::text[]) as person
    on conflict do nothing`.execute(transaction);
  return added.rows.length;
}

/** Takes an id of the insurer from an account, and frees it for the account of its present holder. */
export async function removePersonId(
  database: Db,
  { accountId, ...id }: PersonId & { accountId: string },
): Promise<void> {
  await sql`
    with removed as (
      delete from account_person
      where (account_id, company, person_id) = (${accountId}::uuid, ${id.company}, ${id.personId}) returning account_id
    )
    update account set identity = null from removed
    where account.id = removed.account_id and account.identity = ${identityByPersonId(id)}`.execute(database);
}
