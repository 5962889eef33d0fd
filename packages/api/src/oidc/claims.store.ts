import { type RoleCode, roleNames } from "@vestibule/catalogue/account.table.ts";
import { sql } from "kysely";
import type { DbOrTrx } from "../platform/database.table.ts";

interface PolicyClaim {
  number: string;
  company: string;
}

export interface AccountClaims {
  email: string;
  /** Whether the account has proven its e-mail by a code or a link. */
  email_verified: boolean;
  given_name: string;
  family_name: string;
  locale: string;
  brand: string;
  policies: (PolicyClaim & { role: string })[];
  /** The policies as texts, for an application that reads no objects. */
  policies_flat: string[];
}

/** Claims of an account that may sign in; undefined for a disabled or unknown one. */
export async function readAccountClaims(
  database: DbOrTrx,
  account: { accountId: string; brandId: string },
): Promise<AccountClaims | undefined> {
  const { rows } = await sql<
    Omit<AccountClaims, "policies" | "policies_flat"> & { policies: (PolicyClaim & { role: RoleCode })[] }
  >`
    select email, first_name as given_name, last_name as family_name,
      exists (select from account_contact where account_id = account.id and contact = account.email) as email_verified,
      language || '-CA' as locale, brand, coalesce((
      select jsonb_agg(jsonb_build_object('number', policy_number, 'company', company, 'role', role)
        order by company, policy_number)
      from account_policy where account_id = account.id), '[]') as policies
    from account where id = ${account.accountId}::uuid and brand = ${account.brandId} and not disabled`.execute(
    database,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const policies = row.policies.map((policy) => ({ ...policy, role: roleNames[policy.role] }));
  return { ...row, ...policyClaims(policies) };
}

/** The claims about policies, which are the same list twice. */
export function policyClaims(policies: AccountClaims["policies"]): Pick<AccountClaims, "policies" | "policies_flat"> {
  return { policies, policies_flat: policies.map(({ company, number, role }) => `${company}:${number}:${role}`) };
}
