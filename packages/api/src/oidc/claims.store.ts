import { type RoleCode, roleNames } from "@vestibule/catalogue/account.table.ts";
import { sql } from "kysely";
import type { DbOrTrx } from "../platform/database.table.ts";

interface PolicyClaim {
  number: string;
  company: string;
}

export interface AccountClaims {
  email: string;
  locale: string;
  brand: string;
  policies: (PolicyClaim & { role: string })[];
}

/** Claims of an account that may sign in; undefined for a disabled or unknown one. */
export async function readAccountClaims(
  database: DbOrTrx,
  account: { accountId: string; brandId: string },
): Promise<AccountClaims | undefined> {
  const { rows } = await sql<Omit<AccountClaims, "policies"> & { policies: (PolicyClaim & { role: RoleCode })[] }>`
    select email, language || '-CA' as locale, brand, coalesce((
      select jsonb_agg(jsonb_build_object('number', policy_number, 'company', company, 'role', role)
        order by company, policy_number)
      from account_policy where account_id = account.id), '[]') as policies
    from account where id = ${account.accountId}::uuid and brand = ${account.brandId} and not disabled`.execute(
    database,
  );
  const [row] = rows;
  return row && { ...row, policies: row.policies.map((policy) => ({ ...policy, role: roleNames[policy.role] })) };
}
