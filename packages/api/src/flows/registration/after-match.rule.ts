import { roles } from "@vestibule/catalogue/account.table.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { hasLicenceMismatch, type LicenceDetails } from "../../directory/policy-match.rule.ts";

/** A row of the book whose facts a person has typed. */
export interface PolicyMatch {
  row: PolicyPerson;
  hasAccount: boolean;
  licence: LicenceDetails | undefined;
  /** The form offered the field, and the person gave no licence. */
  isLicenceLeftOut: boolean;
}

/**
 * Checks legacy registry, account and licence in this order. A driver who gives no licence must give the one on file,
 * if the form offered the field.
 */
export function afterMatch({ row, hasAccount, licence, isLicenceLeftOut }: PolicyMatch) {
  if (row.registry === "legacy") return "legacyRegistry";
  if (hasAccount) return "hasAccount";
  if (hasLicenceMismatch(row, licence)) return "licenceMismatch";
  if (isLicenceLeftOut && isLicenceRequired(row)) return "licenceRequired";
  return "identified";
}

function isLicenceRequired(row: PolicyPerson): boolean {
  return row.role === roles.insuredDriver && row.licenceNumber !== null;
}
