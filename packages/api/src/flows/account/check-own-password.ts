import { type Account, findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import type { AccountCall } from "../../accounts/account-call.rule.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { verifyPassword } from "../../accounts/password-check.adapter.ts";
import { checkPassword, type LoginLockout, loginDifficulties } from "../../accounts/password-sign-in.store.ts";
import { lockoutState, resetFailures } from "../../accounts/sign-in-failure.store.ts";
import { counterOf } from "../../accounts/wrong-password.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { LimitedDeps } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export type OwnPasswordDeps = LimitedDeps<
  "database" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log" | "directory"
>;

export interface OwnPassword extends AccountCall {
  password: string;
}

export type OwnPasswordRefusal = { kind: "ended" } | { kind: "wrongSecret" } | LoginLockout | RetryLater;

export type OwnPasswordResult =
  | OwnPasswordRefusal
  | {
      kind: "correct";
      account: Account;
      /** Resets the count, unless a concurrent attempt changed what was verified. */
      confirm: (transaction: Trx) => Promise<OwnPasswordRefusal | undefined>;
    };

/** Checks the password before a transaction begins. A wrong one counts like that of a sign-in. */
export async function checkOwnPassword(
  deps: OwnPasswordDeps,
  { requestContext, session, password }: OwnPassword,
): Promise<OwnPasswordResult> {
  const { clientIp, origin } = requestContext;
  const flood = await deps.limits.consume(deps.database, { limit: "loginClientIp", subject: clientIp });
  if (flood.kind === "exceeded") return retryLater(flood);
  const account = await findAccountById(deps.database, session.accountId);
  if (account === undefined) return { kind: "ended" };
  const { brandId, email } = account;
  const counterKeys = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  const checked = await checkPassword(deps, {
    brandId,
    origin,
    account,
    counterKeys,
    auditContext: createAuditContext("signIn", requestContext),
    verify: () => verifyPassword(deps, account, { password, client: clientIp }),
  });
  if (checked.kind === "refused") return checked.refusal;
  if (checked.kind === "wrong") {
    const state = await transact(deps.database, checked.count);
    return state.kind === "open" ? { kind: "wrongSecret" } : loginDifficulties(state);
  }
  const confirm = async (transaction: Trx): Promise<OwnPasswordRefusal | undefined> => {
    const locked = await lockAccountForUpdate(transaction, account.id);
    // A concurrent sign-in may have replaced an older hash of the same password.
    const isSamePassword = locked?.passwordChangedAt.getTime() === account.passwordChangedAt.getTime();
    if (!isSamePassword || locked.disabled) return { kind: "ended" };
    if (await resetFailures(transaction, counterOf(deps, counterKeys))) return undefined;
    return loginDifficulties(await lockoutState(transaction, counterKeys));
  };
  return { kind: "correct", account, confirm };
}
