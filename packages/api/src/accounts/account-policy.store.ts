import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import { sql } from "kysely";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

export interface PolicyRole {
  company: string;
  policyNumber: string;
  role: RoleCode;
}

/** A policy to add. `provenKey`: the names and date of birth of a row that was proven by its own facts and a code. */
export interface NewPolicy extends PolicyRole {
  provenKey?: string | undefined;
}

/** One of each policy and role, since a person renamed by marriage may be on one twice. */
function distinctPolicies(policies: readonly NewPolicy[]): NewPolicy[] {
  const provenLast = policies.toSorted(
    (left, right) => Number(Boolean(left.provenKey)) - Number(Boolean(right.provenKey)),
  );
  return [...new Map(provenLast.map((one) => [`${one.company} ${one.policyNumber} ${one.role}`, one])).values()];
}

/** Adds the policies that an account does not have yet, and marks those proven; returns how many it added or marked. */
export async function addPolicies(transaction: Trx, accountId: string, given: readonly NewPolicy[]): Promise<number> {
  const policies = distinctPolicies(given);
  const keys = policies.map(({ provenKey }) => provenKey ?? null);
  const { rows } = await sql`
    insert into account_policy (account_id, company, policy_number, role, person_key)
    select ${accountId}::uuid, policy.* from unnest(
      ${policies.map(({ company }) => company)}::text[], ${policies.map(({ policyNumber }) => policyNumber)}::text[],
      ${policies.map(({ role }) => role)}::smallint[], ${keys}::text[]) as policy
    on conflict (account_id, company, policy_number, role) do update set person_key = excluded.person_key
      where account_policy.person_key is null and excluded.person_key is not null
    returning role`.execute(transaction);
  return rows.length;
}

export interface AccountPolicyRole extends PolicyRole {
  /** Whether the account's person has proven it by its own facts; otherwise it may be of their household. */
  isProven: boolean;
}

export async function policiesOfAccount(database: DbOrTrx, accountId: string): Promise<AccountPolicyRole[]> {
  return database
    .selectFrom("account_policy")
    .select(["company", "policy_number as policyNumber", "role"])
    .select(sql<boolean>`person_key is not null`.as("isProven"))
    .where("account_id", "=", accountId)
    .orderBy("policy_number")
    .orderBy("company")
    .orderBy("role")
    .execute();
}

export async function rolesOfAccount(database: DbOrTrx, accountId: string) {
  const rows = await database
    .selectFrom("account_policy")
    .select("role")
    .distinct()
    .where("account_id", "=", accountId)
    .orderBy("role")
    .execute();
  return rows.map((row) => row.role);
}
