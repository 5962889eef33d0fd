import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { PersonAction } from "@vestibule/catalogue/team.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { appNow } from "../../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";

export interface PersonRequestRow {
  id: string;
  brandId: string;
  action: PersonAction;
  company: string;
  policyNumber: string;
  role: RoleCode;
  personKey: string;
  /** `agent:<id>` */
  requestedBy: string;
  requestedAt: Date;
  dueAt: Date;
  approvedBy: string | null;
}

const columns = [
  ...(["id", "brand as brandId", "action", "company", "policy_number as policyNumber", "role"] as const),
  ...(["person_key as personKey", "requested_by as requestedBy", "requested_at as requestedAt"] as const),
  ...(["due_at as dueAt", "approved_by as approvedBy"] as const),
] as const;

/** Stores a request; undefined where the same one is open. */
export async function insertPersonRequest(
  transaction: Trx,
  {
    brandId,
    action,
    row,
    requestedBy,
  }: { brandId: string; action: PersonAction; row: PolicyPerson; requestedBy: string },
): Promise<string | undefined> {
  const { company, policyNumber, role, personKey } = row;
  const { rows } = await sql<{ id: string }>`
    insert into person_request (brand, action, company, policy_number, role, person_key, requested_by, due_at)
    select ${brandId}, ${action}, ${company}, ${policyNumber}, ${role}::smallint, ${personKey}, ${requestedBy},
      app_now() + make_interval(hours => ${ttl.erasureConfirmationHours}::int)
    where not exists (select from person_request where brand = ${brandId} and action = ${action}
      and company = ${company} and policy_number = ${policyNumber} and person_key = ${personKey} and due_at > app_now())
    returning id`.execute(transaction);
  return rows[0]?.id;
}

/** Open requests, the newest first. */
export function listPersonRequests(database: DbOrTrx): Promise<PersonRequestRow[]> {
  return openRequests(database).orderBy("requested_at", "desc").limit(100).execute();
}

export function findPersonRequest(database: DbOrTrx, id: string): Promise<PersonRequestRow | undefined> {
  return openRequests(database).where("id", "=", id).executeTakeFirst();
}

const openRequests = (database: DbOrTrx) =>
  database.selectFrom("person_request").select(columns).where("due_at", ">", appNow);

/** Approves an open request; false where it is not open. `actor` is another than the requester. */
export async function approvePersonRequest(
  transaction: Trx,
  { id, actor }: { id: string; actor: string },
): Promise<boolean> {
  const row = await transaction
    .updateTable("person_request")
    .set({ approved_by: actor, approved_at: appNow })
    .where("id", "=", id)
    .where("approved_by", "is", null)
    .where("due_at", ">", appNow)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an open request that is not approved. */
export async function deletePersonRequest(transaction: Trx, id: string): Promise<PersonRequestRow | undefined> {
  return transaction
    .deleteFrom("person_request")
    .where("id", "=", id)
    .where("approved_by", "is", null)
    .where("due_at", ">", appNow)
    .returning(columns)
    .executeTakeFirst();
}
