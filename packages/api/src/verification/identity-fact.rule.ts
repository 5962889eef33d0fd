import { roles } from "@vestibule/catalogue/account.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";

/** Identity facts exactly as typed. */
export interface TypedFacts {
  postalCode?: string | undefined;
  dateOfBirth?: string | undefined;
  cellPhone?: string | undefined;
}

/** Drivers who hold no policy are asked for the mobile number on file. */
function isAskedForMobile(rows: readonly PolicyPerson[]): boolean {
  const holdsPolicy = rows.some(({ role }) => role === roles.policyHolder);
  return !holdsPolicy && rows.some(({ cellPhone }) => cellPhone !== null);
}

/** The fact asked for at a password reset. */
export function factAtReset(rows: readonly PolicyPerson[]): IdentityFact {
  return isAskedForMobile(rows) && rows.some(({ ubi }) => ubi) ? "cellPhone" : "postalCode";
}

/** The fact asked for when an account is created or linked from an e-mail. */
export function factAtCreation(rows: readonly PolicyPerson[]): IdentityFact {
  return isAskedForMobile(rows) ? "cellPhone" : "postalCodeAndDateOfBirth";
}

/** Whether the facts match any row of the person. A fact that is not on file never matches. */
export function factMatches(
  rows: readonly PolicyPerson[],
  { fact, claimed }: { fact: IdentityFact; claimed: TypedFacts },
): boolean {
  if (fact === "cellPhone") {
    const number = normaliseTelephone(claimed.cellPhone ?? "");
    return rows.some(({ cellPhone }) => cellPhone !== null && cellPhone === number);
  }
  const code = normalisePostalCode(claimed.postalCode ?? "");
  const isHome = rows.some(({ postalCode }) => postalCode !== null && postalCode === code);
  if (fact === "postalCode") return isHome;
  return isHome && rows.some(({ dateOfBirth }) => dateOfBirth === claimed.dateOfBirth);
}
