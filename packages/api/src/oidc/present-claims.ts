import { roleNames } from "@vestibule/catalogue/account.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { ApiDeps } from "../deps.ts";
import { unlessUnavailable } from "../directory/circuit-breaker.adapter.ts";
import { findPresentPolicies } from "../identity/present-policies.ts";
import { type AccountClaims, policyClaims } from "./claims.store.ts";

interface ClaimsRequest {
  brand: Pick<Brand, "companies">;
  accountId: string;
  claims: AccountClaims;
  /** Scopes of the token; single claims that are requested need theirs. */
  scope: string;
}

/**
 * The claims of an account, whose policies are those that the insurer has not given to other people since. While the
 * policy directory does not answer, they are those that the account has: a login does not wait for it.
 */
export async function presentClaims(
  deps: Pick<ApiDeps, "database" | "directory">,
  { brand: { companies }, accountId, claims, scope }: ClaimsRequest,
): Promise<AccountClaims> {
  if (!scope.split(" ").includes("policies")) return claims;
  const present = await unlessUnavailable(findPresentPolicies(deps, { companies, accountId }));
  if (present === undefined) return claims;
  const isPresent = ({ company, number, role }: AccountClaims["policies"][number]) =>
    present.some((one) => one.company === company && one.policyNumber === number && roleNames[one.role] === role);
  return { ...claims, ...policyClaims(claims.policies.filter(isPresent)) };
}
