import { roles } from "@vestibule/catalogue/account.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Account } from "../accounts/account.store.ts";
import { type Settled, withSettledContacts } from "../accounts/settling.rule.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import { factAtCreation, factAtReset } from "../verification/knowledge-check.ts";
import type { LinkFacts } from "./link.store.ts";

/** The person a link was issued for. `rows`: all rows of the person under the brand. */
export interface LinkOwner {
  account?: Account | undefined;
  rows: readonly PolicyPerson[];
  /** What of the account has settled. */
  settled?: Settled | undefined;
  /** Whether the account is that of the policyholder, which a driver of the same household may join. */
  isHouseholdAccount?: boolean;
}

/** Province of a message's time zone and telephone: of the policy, else of the account, else of the page. */
export function homeProvince({ account, rows }: LinkOwner, page: { province: ProvinceId }): ProvinceId {
  return rows[0]?.province ?? account?.province ?? page.province;
}

/**
 * Keyed hash of the data that a link was issued for. It changes with the password, an e-mail, the mobile number or the
 * policies, and at an undo or a freeze, which makes the link stale. A lock alone does not change it, because a reset must
 * be able to unlock.
 */
export function fingerprintAccount(lookupHash: KeyRing, owner: LinkOwner): string {
  return keyedHash(lookupHash, boundFacts(owner));
}

/** Whether the data that a link was issued for is unchanged. */
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
    ...(account?.needsNewPassword ? ["needs a new password"] : []),
    ...files,
  ];
}

/** The rows with the contacts that a fact is compared with, and that a link may go to. */
export const settledRows = ({ rows, settled }: LinkOwner): PolicyPerson[] => withSettledContacts(rows, settled);

/**
 * The fact that the owner of a link must verify. Access to another person's account requires the driver's own mobile
 * number; a policyholder without one on file verifies policy facts.
 */
export function factOfLink(link: Pick<LinkFacts, "action">, owner: LinkOwner): IdentityFact {
  const rows = settledRows(owner);
  if (link.action === "RESETPWD_LOGIN") return factAtReset(rows);
  if (link.action !== "ASKPASSWORD" || !owner.isHouseholdAccount) return factAtCreation(rows);
  const hasMobile = rows.some(({ cellPhone }) => cellPhone !== null);
  const holdsPolicy = rows.some(({ role }) => role === roles.policyHolder);
  return holdsPolicy && !hasMobile ? "postalCodeAndDateOfBirth" : "cellPhone";
}
