import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiDeps, LimitedDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import { loginEligibility } from "./login-eligibility.rule.ts";
import type { PasswordCheckResult } from "./password-check.adapter.ts";
import { type LockoutState, lockoutState, resetFailures } from "./sign-in-failure.store.ts";
import { recordVerifiedPassword } from "./sign-in-record.store.ts";
import { issueTicket } from "./sign-in-ticket.store.ts";
import { counterOf, countWrongPassword, detectPasswordSpraying, type WrongPassword } from "./wrong-password.store.ts";

export type LoginLockout = { kind: "limit"; roadblock: RaisedRoadblockId; until?: Date };

export type PasswordSignInResult =
  | ({ kind: "signedIn" } & SignedIn)
  | LoginLockout
  | { kind: "accessRemoved" }
  /** The account or its password is no longer the one that was verified. */
  | { kind: "changed" };

export type CheckedPassword =
  | { kind: "refused"; refusal: LoginLockout }
  | { kind: "correct"; signIn: (transaction: Trx) => Promise<PasswordSignInResult> }
  | { kind: "wrong"; count: (transaction: Trx) => Promise<LockoutState> };

/** Checks a password, unless its login name is locked out, and returns the step that records the result. */
export async function checkPassword(
  deps: LimitedDeps<"database" | "auditor" | "notifier" | "keys" | "random" | "log">,
  { verify, ...typed }: WrongPassword & { verify: () => Promise<PasswordCheckResult> },
): Promise<CheckedPassword> {
  const { account, counterKeys } = typed;
  const lockout = await lockoutState(deps.database, counterKeys);
  if (lockout.kind !== "open") return { kind: "refused", refusal: loginDifficulties(lockout) };
  const { kind, ...upgrade } = await verify();
  if (account !== undefined && kind === "correct")
    return {
      kind: "correct",
      signIn: (transaction) => signInByPassword(deps, transaction, { account, counterKeys, ...upgrade }),
    };
  await detectPasswordSpraying(deps);
  return { kind: "wrong", count: (transaction) => countWrongPassword(deps, transaction, typed) };
}

async function signInByPassword(
  deps: Pick<ApiDeps, "keys" | "random">,
  transaction: Trx,
  { account, counterKeys, upgradedHash }: { account: Account; counterKeys: readonly string[]; upgradedHash?: string },
): Promise<PasswordSignInResult> {
  if (!(await resetFailures(transaction, counterOf(deps, counterKeys))))
    return loginDifficulties(await lockoutState(transaction, counterKeys));
  const state = loginEligibility(account);
  if (state === "frozen") return { kind: "limit", roadblock: "account-frozen" };
  if (state === "disabled") return { kind: "accessRemoved" };
  // A locked or temporary password requires a reset.
  if (state !== "ok") return { kind: "limit", roadblock: "forgot-password" };
  if (!(await recordVerifiedPassword(transaction, { account, upgradedHash }))) return { kind: "changed" };
  const ticket = await issueTicket(deps, transaction, account.id);
  return { kind: "signedIn", email: account.emailAsTyped, ticket };
}

/** The roadblock of a locked login name; `until` where the lockout ends by itself. */
export function loginDifficulties(state: LockoutState): LoginLockout {
  const until = state.kind === "lockedOut" ? { until: state.until } : {};
  return { kind: "limit", roadblock: "login-difficulties", ...until };
}
