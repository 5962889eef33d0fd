import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { LimitedDeps, RequestContext } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import { addPolicies, type PolicyRole } from "./account-policy.store.ts";
import type { AccountJourney } from "./create-account.ts";
import { loginNameHashes } from "./login-name.rule.ts";
import { notifyAccount } from "./notify-account.ts";
import { verifyPassword } from "./password-check.adapter.ts";
import {
  type CheckedPassword,
  checkPassword,
  type LoginLockout,
  loginDifficulties,
  type PasswordSignInResult,
  signInByPassword,
} from "./password-sign-in.store.ts";
import { registryAccountOf } from "./registry-account.store.ts";
import { countWrongPassword } from "./wrong-password.store.ts";

export type JoinAccountResult =
  | PasswordSignInResult
  | { kind: "wrongSecret"; triesLeft?: 1 }
  /** The fifth wrong password of the flow, or one that locks the login name. */
  | { kind: "tooManyPasswords"; refusal: LoginLockout };

interface JoinOrder {
  requestContext: RequestContext;
  checked: CheckedJoin;
  account: Account;
  policies: readonly PolicyRole[];
  journey: AccountJourney;
  /** Counts a wrong password on the flow and returns the new count. */
  countWrong: () => Promise<number>;
}

type JoinDeps = LimitedDeps<
  "database" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log" | "registryOf" | "metrics"
>;

type CheckedJoin = Exclude<CheckedPassword, { kind: "refused" }>;

/**
 * Verifies the password of an existing account. A caller that asks for an identity fact checks it before `completeJoin`, so
 * that a refusal of the fact reveals nothing about the password.
 */
export async function checkJoinPassword(
  deps: JoinDeps,
  {
    requestContext: { origin, clientIp },
    account,
    password,
  }: { requestContext: RequestContext; account: Account; password: string },
): Promise<CheckedPassword> {
  const { brandId, email } = account;
  const isLocked = await isLockedInRegistry(deps, account);
  const counterKeys = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  return checkPassword(deps, {
    brandId,
    origin,
    clientIp,
    counterKeys,
    account: { ...account, disabled: account.disabled || isLocked },
    password,
    verify: () => verifyPassword(deps, account, { password }),
  });
}

/** Signs in and adds the policies, or counts the wrong password. */
export async function completeJoin(
  deps: JoinDeps,
  transaction: Trx,
  { checked, countWrong, ...order }: JoinOrder,
): Promise<JoinAccountResult> {
  if (checked.kind === "correct") {
    const result = await signInByPassword(deps, transaction, checked.verified);
    if (result.kind === "signedIn") await addPersonPolicies(deps, transaction, order);
    return result;
  }
  const triesLeft = limits.passwordConfirmationSession.limit - (await countWrong());
  const state = await countWrongPassword(deps, transaction, checked.wrong);
  if (triesLeft <= 0 || state.kind !== "open") return { kind: "tooManyPasswords", refusal: loginDifficulties(state) };
  // The login name's threshold is random and may be reached first, so only the last attempt is announced.
  return { kind: "wrongSecret", ...(triesLeft === 1 && { triesLeft }) };
}

/** A user who is locked or missing in the brand's registry cannot sign in. */
async function isLockedInRegistry({ database, registryOf }: JoinDeps, account: Account): Promise<boolean> {
  const registry = registryOf(account.brandId);
  if (registry === undefined) return false;
  return (await registry.findByAccount(await registryAccountOf(database, account)))?.status !== "active";
}

async function addPersonPolicies(
  deps: JoinDeps,
  transaction: Trx,
  {
    requestContext,
    account,
    policies,
    journey,
  }: Pick<JoinOrder, "requestContext" | "account" | "policies" | "journey">,
): Promise<void> {
  const count = await addPolicies(transaction, account.id, policies);
  const { origin, device } = requestContext;
  if (count > 0) await notifyAccount(deps, transaction, { notification: "policyAdded", account, origin, device });
  await deps.auditor.record(transaction, {
    event: "account.policiesAdded",
    result: "ok",
    brandId: account.brandId,
    accountId: account.id,
    journeyId: journey.id,
    actor: "person",
    auditContext: journey.auditContext,
    facts: { count },
  });
}
