import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import { type Account, findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import type { AccountCall } from "../../accounts/account-call.port.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { verifyPassword } from "../../accounts/password-check.adapter.ts";
import { loginDifficulties } from "../../accounts/password-sign-in.store.ts";
import { lockoutState, resetFailures } from "../../accounts/sign-in-failure.store.ts";
import { counterOf, countWrongPassword, detectPasswordSpraying } from "../../accounts/wrong-password.store.ts";
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

export type OwnPasswordRefusal =
  | { kind: "ended" }
  | { kind: "wrongSecret" }
  | { kind: "limit"; roadblock: RaisedRoadblockId; until?: Date }
  | RetryLater;

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
  const lockout = await lockoutState(deps.database, counterKeys);
  if (lockout.kind !== "open") return loginDifficulties(lockout);
  const { kind } = await verifyPassword(deps, account, { password, client: clientIp });
  if (kind === "wrong") {
    await detectPasswordSpraying(deps);
    const auditContext = createAuditContext("signIn", requestContext);
    const state = await transact(deps.database, (transaction) =>
      countWrongPassword(deps, transaction, { brandId, origin, account, counterKeys, auditContext }),
    );
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
