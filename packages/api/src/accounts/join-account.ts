import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { LimitedDeps, RequestContext } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account, PolicyRole } from "./account-store.port.ts";
import type { AccountJourney } from "./create-account.ts";
import { loginNameHashes } from "./login-name.rule.ts";
import { verifyPassword } from "./password-check.adapter.ts";
import {
  type LoginLockout,
  loginDifficulties,
  type PasswordSignInResult,
  signInByPassword,
} from "./password-sign-in.store.ts";
import { lockoutState } from "./sign-in-failure.store.ts";
import { countWrongPassword, detectPasswordSpraying } from "./wrong-password.store.ts";

export interface JoinOrder {
  requestContext: RequestContext;
  account: Account;
  password: string;
}

export type JoinAccountResult =
  | PasswordSignInResult
  | { kind: "wrongSecret"; triesLeft?: 1 }
  /** The fifth wrong password of the flow, or one that locks the login name. */
  | { kind: "tooManyPasswords"; refusal: LoginLockout };

interface JoinStep {
  policies: readonly PolicyRole[];
  journey: AccountJourney;
  /** Counts a wrong password on the flow and returns the new count. */
  countWrong: () => Promise<number>;
}

type JoinDeps = LimitedDeps<
  "database" | "accountStore" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log"
>;

/**
 * Verifies the password of an existing account, then returns the step that signs in and adds policies, or counts the
 * wrong password, in the caller's transaction. A caller that asks for an identity fact checks it before that step, so
 * that a refusal of the fact reveals nothing about the password.
 */
export async function prepareJoin(
  deps: JoinDeps,
  { requestContext: { origin, clientIp }, account, password }: JoinOrder,
): Promise<
  | { kind: "refused"; refusal: LoginLockout }
  | { kind: "prepared"; join: (transaction: Trx, step: JoinStep) => Promise<JoinAccountResult> }
> {
  const { brandId, email } = account;
  const counterKeys = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  const lockout = await lockoutState(deps.database, counterKeys);
  if (lockout.kind !== "open") return { kind: "refused", refusal: loginDifficulties(lockout) };
  const { kind, ...upgrade } = await verifyPassword(deps, account, { password, client: clientIp });
  if (kind === "right")
    return {
      kind: "prepared",
      join: (transaction, step) => joinAccount(deps, transaction, { ...step, account, counterKeys, ...upgrade }),
    };
  await detectPasswordSpraying(deps);
  return {
    kind: "prepared",
    join: async (transaction, { countWrong }) => {
      const triesLeft = limits.passwordConfirmationSession.limit - (await countWrong());
      const state = await countWrongPassword(deps, transaction, { brandId, origin, account, counterKeys });
      if (triesLeft <= 0 || state.kind !== "open")
        return { kind: "tooManyPasswords", refusal: loginDifficulties(state) };
      // The login name's threshold is random and may be reached first, so only the last attempt is announced.
      return { kind: "wrongSecret", ...(triesLeft === 1 && { triesLeft }) };
    },
  };
}

async function joinAccount(
  deps: JoinDeps,
  transaction: Trx,
  joining: JoinStep & { account: Account; counterKeys: readonly string[]; upgradedHash?: string },
): Promise<PasswordSignInResult> {
  const { account, policies, journey } = joining;
  const result = await signInByPassword(deps, transaction, joining);
  if (result.kind !== "signedIn") return result;
  const count = await deps.accountStore.addPolicies(transaction, account.id, policies);
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
  return result;
}
