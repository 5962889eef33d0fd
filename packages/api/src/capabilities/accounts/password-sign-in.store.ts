import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { Account } from "./account-store.port.ts";
import { loginEligibility } from "./login-eligibility.rule.ts";
import { type LockoutState, lockoutState, resetFailures } from "./sign-in-failure.store.ts";
import { counterOf } from "./wrong-password.store.ts";

type Closed = { kind: "limit"; roadblock: RaisedRoadblockId; until?: Date };

export type PasswordSignInResult =
  | ({ kind: "signedIn" } & SignedIn)
  | Closed
  /** The insurer took the access away. */
  | { kind: "accessRemoved" }
  /** The account or its password is no longer the one that was verified. */
  | { kind: "changed" };

/** Lets somebody in whose password was right: noted like any sign-in, with a ticket that signs in once. */
export async function signInByPassword(
  deps: Pick<ApiDeps, "accountStore" | "random">,
  transaction: Trx,
  { account, counterKeys, upgradedHash }: { account: Account; counterKeys: readonly string[]; upgradedHash?: string },
): Promise<PasswordSignInResult> {
  if (!(await resetFailures(transaction, counterOf(deps, counterKeys))))
    return loginDifficulties(await lockoutState(transaction, counterKeys));
  const state = loginEligibility(account);
  if (state === "disabled") return { kind: "accessRemoved" };
  // A locked or temporary password: a new one is the way in.
  if (state !== "ok") return { kind: "limit", roadblock: "forgot-password" };
  const fresh = upgradedHash === undefined ? {} : { upgradedHash };
  const record = { accountId: account.id, verifiedHash: account.passwordHash, ...fresh };
  if ((await deps.accountStore.recordSignIn(transaction, record)).kind === "changed") return { kind: "changed" };
  const ticket = await deps.accountStore.issueTicket(transaction, { accountId: account.id });
  return { kind: "signedIn", email: account.emailAsTyped, ticket };
}

/** The end of the road while a name takes no passwords; `until` where that passes by itself. */
export function loginDifficulties(state: LockoutState): Closed {
  const until = state.kind === "lockedForTime" ? { until: state.until } : {};
  return { kind: "limit", roadblock: "login-difficulties", ...until };
}
