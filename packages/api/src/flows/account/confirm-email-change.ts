import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { type Account, findAccountByEmail } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { changeToFreeEmail } from "../../accounts/account-change.store.ts";
import { lockAccountOfSession } from "../../accounts/gateway-session.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { revokePendingAccess } from "../../accounts/revoke-access.store.ts";
import { deleteFailures } from "../../accounts/sign-in-failure.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import {
  countWrongCode,
  endRequestedChanges,
  lockRequestedChange,
  type RequestedChange,
  recordEmailChange,
} from "../../email-changes/email-change.store.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { linkUrl } from "../../links/link-url.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { VerificationLockout, VerificationRefusal } from "../../verification/identity-proof.port.ts";
import { identityOf } from "../../verification/lockout.rule.ts";
import { announcedTries, verifyCode } from "../../verification/verify-code.ts";

type ConfirmDeps = LimitedDeps<"database" | "auditor" | "notifier" | "random" | "keys">;

export type ConfirmEmailChangeResult =
  | { kind: "changed"; email: string }
  | { kind: "malformed"; fields: Record<string, string> }
  | { kind: "notFound" }
  | RetryLater
  | VerificationRefusal
  | VerificationLockout;

/**
 * Changes the e-mail, given the code that this session requested. The change, the end of links and resets at the
 * previous e-mail, and the message with the link that undoes it are one transaction.
 */
export async function confirmEmailChange(
  deps: ConfirmDeps,
  { typed, ...confirmation }: AccountCall & { typed: string },
): Promise<ConfirmEmailChangeResult> {
  const { requestContext, session } = confirmation;
  const { accountId, brandId } = session;
  const counted = await deps.limits.consume(deps.database, {
    limit: "verifyClientIp",
    subject: requestContext.clientIp,
  });
  if (counted.kind === "exceeded") return retryLater(counted);
  const fields = fieldFaults({ code: checkSecurityCode(typed) });
  if (fields) return { kind: "malformed", fields };
  return transact(deps.database, async (transaction): Promise<ConfirmEmailChangeResult> => {
    const account = await lockAccountOfSession(transaction, session);
    const change = await lockRequestedChange(transaction, { accountId, sessionIdHash: session.idHash });
    if (account === undefined || change === undefined) return { kind: "notFound" };
    const holder = await findAccountByEmail(transaction, { brandId, email: change.email });
    const result = await verifyCode(deps, transaction, {
      purpose: "emailChange",
      brandId,
      sessionId: change.id,
      typed,
      isAccepted: holder === undefined || holder.id === accountId,
      identity: identityOf({ brandId, personKey: account.personKey }),
      wrongCodeLimit: change.wrongCodeLimit,
      countWrong: () => countWrongCode(transaction, change.id),
    });
    if (result.kind === "verified") return replaceEmail(deps, transaction, { ...confirmation, account, change });
    if (result.kind === "lockedOut") await endRequestedChanges(transaction, accountId);
    const facts = { purpose: "emailChange", channel: "EMAIL" };
    const event = result.kind === "lockedOut" ? "code.locked" : "code.refused";
    await deps.auditor.record(transaction, accountEvent(confirmation, { event, result: result.reason, facts }));
    if (result.kind === "lockedOut") return result;
    const { triesLeft, ...refused } = result;
    return { ...refused, ...announcedTries(triesLeft) };
  });
}

async function replaceEmail(
  deps: ConfirmDeps,
  transaction: Trx,
  { account, change, ...confirmation }: AccountCall & { account: Account; change: RequestedChange },
): Promise<ConfirmEmailChangeResult> {
  const { id: accountId, email, emailAsTyped } = account;
  const { origin } = confirmation.requestContext;
  await changeToFreeEmail(transaction, { accountId, email: change.email, emailAsTyped: change.emailAsTyped });
  const { brandId } = account;
  await deleteFailures(transaction, loginNameHashes(deps.keys.lookupHash, { brandId, email: change.email }));
  await revokePendingAccess(transaction, accountId);
  const undoToken = deps.random.token(32);
  const previous = { email, emailAsTyped };
  const undoEndsAt = await recordEmailChange(deps.keys, transaction, { id: change.id, previous, undoToken });
  await notifyAccount(deps, transaction, {
    notification: "emailChangedUndo",
    account,
    origin,
    facts: {
      undoEndsAt: undoEndsAt.toISOString(),
      link: linkUrl({ ...account, origin, path: "/undo-email", query: { change: undoToken } }),
    },
  });
  await deps.auditor.record(transaction, accountEvent(confirmation, { event: "email.changed" }));
  return { kind: "changed", email: change.emailAsTyped };
}
