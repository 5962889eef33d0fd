import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import { sql } from "kysely";
import type { ConditionalWrite } from "../platform/conditional-write.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

export interface PolicyRole {
  company: string;
  policyNumber: string;
  role: RoleCode;
}

export const policyRows = (policies: readonly PolicyRole[]) => sql`unnest(
    ${policies.map(({ company }) => company)}::text[], ${policies.map(({ policyNumber }) => policyNumber)}::text[],
    ${policies.map(({ role }) => role)}::smallint[]) as policy (company, policy_number, role)`;

/** Adds the policies that an account does not have yet; returns a row for each added one. */
export function addingPolicies(accountId: string, policies: readonly PolicyRole[]): ConditionalWrite {
  return (condition) => sql`
    insert into account_policy (account_id, company, policy_number, role)
    select ${accountId}::uuid, policy.* from ${policyRows(policies)} where ${condition}
    on conflict do nothing returning role`;
}

/** Adds the policies that an account does not have yet; returns how many were added. */
export async function addPolicies(transaction: Trx, accountId: string, policies: readonly PolicyRole[]) {
  const { rows } = await addingPolicies(accountId, policies)(sql`true`).execute(transaction);
  return rows.length;
}

export async function policiesOfAccount(database: DbOrTrx, accountId: string): Promise<PolicyRole[]> {
  const rows = await database
    .selectFrom("account_policy")
    .select(["company", "policy_number", "role"])
    .where("account_id", "=", accountId)
    .orderBy("policy_number")
    .orderBy("company")
    .orderBy("role")
    .execute();
  return rows.map(({ company, policy_number, role }) => ({ company, policyNumber: policy_number, role }));
}
