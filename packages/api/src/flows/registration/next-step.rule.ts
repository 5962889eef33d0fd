import { type AccountType, type ProvenAccountType, type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";

export interface ProvenPerson {
  hasAccount: boolean;
  accountType: AccountType;
  foundBy: Page;
  driverConfirmed: boolean;
  /** E-mail on file, and whether another person's account uses it. */
  emailOnFile: { address: string; takenByAnother: boolean } | undefined;
  /** E-mail that a code has verified. */
  provenEmail: string | undefined;
}

const pagesThatKnowTheEmailAlone: readonly Page[] = ["EMAIL_IDENTIFICATION", "MULTIPLE_PROFILES"];

/** Returns the page after verification. The order of the conditions matters. */
export function pageAfterProof(person: ProvenPerson): Page {
  if (person.hasAccount) return "WELCOME_BACK";
  if (
    person.accountType === "insuredDriver" &&
    pagesThatKnowTheEmailAlone.includes(person.foundBy) &&
    !person.driverConfirmed
  )
    return "ADDITIONAL_DRIVER_PROFILE";
  if (person.emailOnFile === undefined || person.emailOnFile.takenByAnother) return "ASK_USERNAME";
  return person.emailOnFile.address === person.provenEmail ? "CREATE" : "CONFIRM_USERNAME";
}

/** The account type that follows from a person's roles under the brand. */
export function accountTypeOf(roleCodes: readonly RoleCode[]): ProvenAccountType {
  const isDriver = roleCodes.includes(roles.insuredDriver);
  if (!roleCodes.includes(roles.policyHolder)) return "insuredDriver";
  return isDriver ? "policyHolderAndInsuredDriver" : "policyHolder";
}

export function roleOf(accountType: AccountType): RoleCode {
  return roles[accountType];
}
