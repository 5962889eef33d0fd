import { type AccountType, type ProvenAccountType, type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";

export interface ProvenPerson {
  hasAccount: boolean;
  accountType: AccountType;
  foundBy: Page;
  driverConfirmed: boolean;
  /** Address on file, and whether another person's account uses it. */
  emailOnFile: { address: string; takenByAnother: boolean } | undefined;
  /** Address that a code has proven. */
  provenEmail: string | undefined;
}

const pagesThatKnowTheEmailAlone: readonly Page[] = ["EMAIL_IDENTIFICATION", "MULTIPLE_PROFILES"];

/** Where a right code leads. The order of the questions matters. */
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

/** The account type of a person by their roles under the brand. */
export function accountTypeOf(roleCodes: readonly RoleCode[]): ProvenAccountType {
  const isDriver = roleCodes.includes(roles.insuredDriver);
  if (!roleCodes.includes(roles.policyHolder)) return "insuredDriver";
  return isDriver ? "policyHolderAndInsuredDriver" : "policyHolder";
}

export function roleOf(accountType: AccountType): RoleCode {
  return roles[accountType];
}
