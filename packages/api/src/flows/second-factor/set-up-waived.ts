import type { AuthenticatorSetup } from "@vestibule/contract/account/authenticator.schema.ts";
import type { Account } from "../../accounts/account.store.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { directoryOfAccount } from "../../directory/directory-of-account.adapter.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import { type CompleteSetupResult, completeSetup, startSetup } from "../../second-factor/set-up-authenticator.ts";
import { type CompletedPending, completePending } from "./complete-pending.ts";
import { isOver, lockPendingCall, type PendingCall, pendingEvent } from "./pending-call.ts";

export type StartWaivedSetupResult =
  | { kind: "started"; setup: AuthenticatorSetup }
  /** The sign-in has ended, or its second proof is not waived. */
  | { kind: "notFound" }
  | { kind: "tooManyMethods" };

/** Starts to set up an authenticator app in place of a second proof that two agents have waived. */
export async function startWaivedSetup(deps: SecondFactorDeps, call: PendingCall): Promise<StartWaivedSetupResult> {
  const { pending, requestContext } = call;
  if (isOver(call)) return { kind: "notFound" };
  return transact(deps.database, async (transaction): Promise<StartWaivedSetupResult> => {
    const account = await lockWaivedAccount(transaction, call);
    if (account === undefined) return { kind: "notFound" };
    const issuer = requestContext.brand.name[requestContext.language];
    return startSetup(deps, transaction, { account, setUpBy: pending.id, issuer });
  });
}

export type CompleteWaivedSetupResult = CompletedPending | Exclude<CompleteSetupResult, { kind: "added" }> | RetryLater;

/** Adds the app and completes the sign-in. The waiver is used up, and every e-mail on file hears of the app. */
export async function completeWaivedSetup(
  deps: SecondFactorDeps,
  { name, code, ...call }: PendingCall & { name: string; code: string },
): Promise<CompleteWaivedSetupResult> {
  const { pending, requestContext } = call;
  const { origin, device, clientIp } = requestContext;
  const counted = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  if (isOver(call)) return { kind: "notFound" };
  const { accountId } = pending;
  const directory = directoryOfAccount(deps, accountId);
  const { emails: alsoTo } = await readContactsOnFile(
    { ...deps, directory },
    { requestContext, session: { accountId } },
  );
  return transact(deps.database, async (transaction): Promise<CompleteWaivedSetupResult> => {
    const account = await lockWaivedAccount(transaction, call);
    if (account === undefined) return { kind: "notFound" };
    const typed = { account, setUpBy: pending.id, name, code, origin, device, alsoTo };
    const completed = await completeSetup(deps, transaction, typed);
    if (completed.kind !== "added") return completed;
    await deps.auditor.record(
      transaction,
      pendingEvent(call, { event: "authenticator.added", result: "ok", facts: { authenticator: completed.id } }),
      pendingEvent(call, { event: "second-factor.waived", result: "ok" }),
    );
    return completePending(deps, transaction, { ...call, account, method: "authenticator", remembers: false });
  });
}

/** Locks the pending sign-in and its account; undefined where it has ended or its second proof is not waived. */
async function lockWaivedAccount(transaction: Trx, call: PendingCall): Promise<Account | undefined> {
  const locked = await lockPendingCall(transaction, call);
  return locked?.account.secondFactorWaivedUntil ? locked.account : undefined;
}
