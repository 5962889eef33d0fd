import type { Account } from "../../accounts/account-store.port.ts";

export interface ProvenFacts {
  ownAccount: Account | undefined;
  /** The policyholder's account, if the person is a driver whose profile may be added to it. */
  holderAccount: Account | undefined;
  emailOnFile: string | undefined;
  /** The account whose username is the e-mail on file. */
  emailOwner: { account: Account; standing: "household" | "stranger" } | undefined;
  /** E-mail that a code has verified. */
  provenEmail: string | undefined;
}

export type NextStepAfterProof =
  | { kind: "welcomeBack"; account: Account }
  | { kind: "askPassword"; account: Account }
  | { kind: "askUsername" | "askEmail" | "create" };

/** Returns the step after verification. The order of the conditions matters. */
export function nextStepAfterProof(facts: ProvenFacts): NextStepAfterProof {
  const { ownAccount, holderAccount, emailOwner, emailOnFile, provenEmail } = facts;
  if (ownAccount) return { kind: "welcomeBack", account: ownAccount };
  if (holderAccount) return { kind: "askPassword", account: holderAccount };
  if (emailOwner?.standing === "household") return { kind: "askPassword", account: emailOwner.account };
  if (emailOwner) return { kind: "askUsername" };
  return { kind: emailOnFile === undefined || emailOnFile !== provenEmail ? "askEmail" : "create" };
}
