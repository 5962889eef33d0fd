import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../../platform/keys.port.ts";
import type { Account } from "../accounts/account-store.port.ts";
import type { PolicyPerson } from "../policy-directory/policy-directory.port.ts";

/** Whose link it is, as accounts and book have them: `rows` are all of the person under the brand. */
export interface LinkOwner {
  account?: Account | undefined;
  rows: readonly PolicyPerson[];
}

/**
 * What a link was issued for, as one keyed hash. Once the password, an address, the mobile number or the policies have
 * changed, the hash is another one, and the link is stale. A lock does not change it: a reset is what lifts a lock.
 */
export function fingerprintAccount(lookupHash: KeyRing, owner: LinkOwner): string {
  return keyedHash(lookupHash, boundFacts(owner));
}

/** Whether everything that a link was issued for still is as it was. */
export function matchesFingerprint(lookupHash: KeyRing, owner: LinkOwner, accountFingerprint: string): boolean {
  return keyedHashes(lookupHash, boundFacts(owner)).includes(accountFingerprint);
}

function boundFacts({ account, rows }: LinkOwner): string[] {
  const files = rows
    .map(({ company, policyNumber, role, email, cellPhone }) =>
      JSON.stringify([company, policyNumber, role, email, cellPhone]),
    )
    .sort();
  return [
    "link binding",
    account?.id ?? "",
    account?.email ?? "",
    account?.passwordChangedAt.toISOString() ?? "",
    String(account?.disabled ?? false),
    ...files,
  ];
}
