import { type AccountType, type ProvenAccountType, type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { Account } from "../../accounts/account.store.ts";

export interface VerifiedFacts<Own extends Account = Account> {
  ownAccount: Own | undefined;
  accountType: AccountType | undefined;
  foundBy: Page;
  driverConfirmed: boolean;
  /** The policyholder's account, if the person is a driver whose profile may be added to it. */
  holderAccount: Account | undefined;
  emailOnFile: string | undefined;
  /** The account whose username is the e-mail on file, and whether the person may join it. */
  emailOwner: { account: Account; isHousehold: boolean } | undefined;
  provenEmail: string | undefined;
}

export type NextStep<Own extends Account = Account> =
  | { kind: "welcomeBack"; account: Own }
  | { kind: "requestPassword"; account: Account }
  | { kind: "confirmDriver" | "askEmail" | "confirmEmail" | "askUsername" | "create" };

const pagesThatKnowTheEmailAlone: readonly Page[] = ["EMAIL_IDENTIFICATION", "MULTIPLE_PROFILES"];

/** Returns the step after verification. The order of the conditions matters. */
export function nextStep<Own extends Account>(facts: VerifiedFacts<Own>): NextStep<Own> {
  const { ownAccount, holderAccount, emailOwner, emailOnFile } = facts;
  if (ownAccount) return { kind: "welcomeBack", account: ownAccount };
  const isKnownByEmailAlone = pagesThatKnowTheEmailAlone.includes(facts.foundBy);
  if (facts.accountType === "insuredDriver" && isKnownByEmailAlone && !facts.driverConfirmed)
    return { kind: "confirmDriver" };
  if (holderAccount) return { kind: "requestPassword", account: holderAccount };
  if (emailOwner?.isHousehold) return { kind: "requestPassword", account: emailOwner.account };
  if (emailOwner) return { kind: "askUsername" };
  if (emailOnFile === undefined) return { kind: "askEmail" };
  return { kind: emailOnFile === facts.provenEmail ? "create" : "confirmEmail" };
}

export function accountTypeOf(roleCodes: readonly RoleCode[]): ProvenAccountType {
  const isDriver = roleCodes.includes(roles.insuredDriver);
  if (!roleCodes.includes(roles.policyHolder)) return "insuredDriver";
  return isDriver ? "policyHolderAndInsuredDriver" : "policyHolder";
}
