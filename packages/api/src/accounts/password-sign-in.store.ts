import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { AuthenticatedResponse } from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiDeps, LimitedDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import { loginEligibility } from "./login-eligibility.rule.ts";
import type { PasswordCheckResult } from "./password-check.adapter.ts";
import { insertPendingSignIn, type PendingToStart } from "./pending-sign-in.store.ts";
import { type LockoutState, lockoutState, resetFailures } from "./sign-in-failure.store.ts";
import { recordVerifiedSignIn } from "./sign-in-record.store.ts";
import { issueTicket } from "./sign-in-ticket.store.ts";
import { counterOf, detectPasswordSpraying, type WrongPassword } from "./wrong-password.store.ts";

export type LoginLockout = { kind: "limit"; roadblock: RaisedRoadblockId; until?: Date };

export type PasswordRefusalAtSignIn =
  | LoginLockout
  | { kind: "accessRemoved" }
  /** The account or its password is no longer the one that was verified. */
  | { kind: "changed" };

export type PasswordSignInResult = ({ kind: "signedIn" } & AuthenticatedResponse) | PasswordRefusalAtSignIn;
type StartPendingResult = { kind: "secondFactorRequired"; pendingId: string } | PasswordRefusalAtSignIn;

/** A password that was right when it was verified; what it opens checks the account again. */
export interface VerifiedPassword {
  account: Account;
  counterKeys: readonly string[];
  upgradedHash?: string;
}

/** A wrong password is counted by the transaction of its caller (`countWrongPassword`). */
export type CheckedPassword =
  | { kind: "refused"; refusal: LoginLockout }
  | { kind: "correct"; verified: VerifiedPassword }
  | { kind: "wrong"; wrong: WrongPassword };

interface TypedPassword extends WrongPassword {
  clientIp: string;
  password: string;
  verify: () => Promise<PasswordCheckResult>;
}

/** Checks a password, unless its login name is locked out. Call it before a transaction begins. */
export async function checkPassword(
  deps: LimitedDeps<"database" | "auditor" | "notifier" | "keys" | "random" | "log" | "metrics">,
  { verify, clientIp, password, ...typed }: TypedPassword,
): Promise<CheckedPassword> {
  const { account, counterKeys } = typed;
  const lockout = await lockoutState(deps.database, counterKeys);
  if (lockout.kind !== "open") return { kind: "refused", refusal: loginDifficulties(lockout) };
  const { kind, ...upgrade } = await verify();
  if (account !== undefined && kind === "correct")
    return { kind: "correct", verified: { account, counterKeys, ...upgrade } };
  await detectPasswordSpraying(deps, { ...typed, clientIp, loginNameHashes: counterKeys, password });
  return { kind: "wrong", wrong: typed };
}

/** Signs in by a ticket. */
export async function signInByPassword(
  deps: Pick<ApiDeps, "random" | "keys">,
  transaction: Trx,
  verified: VerifiedPassword,
): Promise<PasswordSignInResult> {
  const { account } = verified;
  const refusal = await recordPassword(deps, transaction, verified);
  if (refusal) return refusal;
  const ticket = await issueTicket(deps, transaction, account.id);
  return { kind: "signedIn", email: account.emailAsTyped, ticket };
}

/** Makes a pending sign-in, where a second proof is asked for. */
export async function startPendingByPassword(
  deps: Pick<ApiDeps, "random">,
  transaction: Trx,
  { verified, pending }: { verified: VerifiedPassword; pending: PendingToStart },
): Promise<StartPendingResult> {
  const refusal = await recordPassword(deps, transaction, { ...verified, isPending: true });
  if (refusal) return refusal;
  const pendingId = await insertPendingSignIn(transaction, verified.account.id, pending);
  return { kind: "secondFactorRequired", pendingId };
}

/** Resets the failures and records a verified password, unless the account may not sign in. */
async function recordPassword(
  deps: Pick<ApiDeps, "random">,
  transaction: Trx,
  { account, counterKeys, ...record }: VerifiedPassword & { isPending?: boolean },
): Promise<PasswordRefusalAtSignIn | undefined> {
  if (!(await resetFailures(transaction, counterOf(deps, counterKeys))))
    return loginDifficulties(await lockoutState(transaction, counterKeys));
  const state = loginEligibility(account);
  if (state === "frozen") return { kind: "limit", roadblock: "account-frozen" };
  if (state === "disabled") return { kind: "accessRemoved" };
  // A locked or temporary password requires a reset.
  if (state !== "ok") return { kind: "limit", roadblock: "forgot-password" };
  return (await recordVerifiedSignIn(transaction, { account, ...record })) ? undefined : { kind: "changed" };
}

/** The roadblock of a locked login name; `until` where the lockout ends by itself. */
export function loginDifficulties(state: LockoutState): LoginLockout {
  const until = state.kind === "lockedOut" ? { until: state.until } : {};
  return { kind: "limit", roadblock: "login-difficulties", ...until };
}
