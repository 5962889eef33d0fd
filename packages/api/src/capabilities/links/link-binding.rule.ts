import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../../platform/keys.port.ts";
import type { Account } from "../accounts/user-registry.port.ts";
import type { PolicyPerson } from "../policy-directory/policy-directory.port.ts";

/**
 * What a link was issued for, as one keyed hash. Once the password, an address, the mobile number or the policies have
 * changed, the hash is another one, and the link is stale. A lock does not change it: a reset is what lifts a lock.
 */
export function linkBinding(
  lookupHash: KeyRing,
  owner: { account: Account | undefined; rows: readonly PolicyPerson[] },
): string {
  const { account, rows } = owner;
  const files = rows
    .map(({ company, policyNumber, role, email, cellPhone }) =>
      JSON.stringify([company, policyNumber, role, email, cellPhone]),
    )
    .sort();
  return keyedHash(lookupHash, [
    "link binding",
    account?.id ?? "",
    account?.email ?? "",
    account?.passwordChangedAt.toISOString() ?? "",
    String(account?.disabled ?? false),
    ...files,
  ]);
}
