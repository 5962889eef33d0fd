import type { Account } from "../../capabilities/accounts/account-store.port.ts";

export interface ProvenFacts {
  ownAccount: Account | undefined;
  /** The policyholder's account, where the person is a driver whose profile may be added to it. */
  holderAccount: Account | undefined;
  emailOnFile: string | undefined;
  /** Whose account the address on file is the user name of. */
  emailOwner: { account: Account; standing: "household" | "stranger" } | undefined;
  /** Address that a code has proven. */
  provenEmail: string | undefined;
}

export type NextStepAfterProof =
  | { kind: "welcomeBack"; account: Account }
  | { kind: "askPassword"; account: Account }
  | { kind: "askUsername" | "askEmail" | "create" };

/** Where a right code leads. The order of the questions matters. */
export function nextStepAfterProof(facts: ProvenFacts): NextStepAfterProof {
  const { ownAccount, holderAccount, emailOwner, emailOnFile, provenEmail } = facts;
  if (ownAccount) return { kind: "welcomeBack", account: ownAccount };
  if (holderAccount) return { kind: "askPassword", account: holderAccount };
  if (emailOwner?.standing === "household") return { kind: "askPassword", account: emailOwner.account };
  if (emailOwner) return { kind: "askUsername" };
  return { kind: emailOnFile === undefined || emailOnFile !== provenEmail ? "askEmail" : "create" };
}
