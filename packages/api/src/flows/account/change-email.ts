import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldErrors } from "@vestibule/contract/fields/field-error.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { type Account, findAccountById, findEmailHolder } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { changeToFreeEmail } from "../../accounts/account-change.store.ts";
import { proveIdentity } from "../../accounts/account-identity.store.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import {
  countWrongEmailCode,
  endRequestedChanges,
  insertEmailChange,
  lockRequestedChange,
  type RequestedChange,
  recordEmailChange,
} from "../../accounts/email-change.store.ts";
import { lockAccountOfSession } from "../../accounts/gateway-session.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { notifyAccount, notifyAddressTaken } from "../../accounts/notify-account.ts";
import { revokePendingAccess } from "../../accounts/revoke-access.store.ts";
import { findEmailOfBefore, startSettling } from "../../accounts/settling.store.ts";
import { deleteFailures } from "../../accounts/sign-in-failure.store.ts";
import type { ApiDeps, LimitedDeps } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { linkUrl } from "../../links/link-url.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countAttempt, refundAttempt } from "../../verification/count-attempt.ts";
import type { VerificationLockout, VerificationRefusal } from "../../verification/identity-proof.port.ts";
import {
  identityParts,
  limitSubjectOf,
  randomizeCodeThreshold,
  wrongCodesOfDay,
} from "../../verification/lockout.rule.ts";
import { issueCode, revokeCodes } from "../../verification/one-time-code.store.ts";
import { codeNotice, countMessage } from "../../verification/send-code.ts";
import { attemptsToAnnounce, verifyCode } from "../../verification/verify-code.ts";

type EmailChangeDeps = LimitedDeps<"database" | "auditor" | "notifier" | "random" | "keys">;
type ConfirmDeps = EmailChangeDeps & Pick<ApiDeps, "directory">;

type RequestEmailChangeResult =
  | { kind: "requested"; codeEndsAt: Date }
  | { kind: "proofRequired" }
  | { kind: "ended" }
  | RetryLater
  | VerificationLockout;

/**
 * Sends a code to a new e-mail. For an e-mail of another account the work and the answer are the same, and the message
 * is a notice to its owner.
 */
export async function requestEmailChange(
  deps: EmailChangeDeps,
  { requestContext, session, recipient }: AccountCall & { recipient: TypedEmail },
): Promise<RequestEmailChangeResult> {
  if (!session.isProven) return { kind: "proofRequired" };
  const { accountId, brandId, idHash: sessionIdHash } = session;
  const account = await findAccountById(deps.database, accountId);
  if (account === undefined) return { kind: "ended" };
  const identity = limitSubjectOf(account);
  const changeCount = await deps.limits.consume(deps.database, { limit: "emailChangeIdentity", subject: identity });
  if (changeCount.kind === "exceeded") return retryLater(changeCount);
  const message = { requestContext, recipient: recipient.email, identity };
  const count = await countMessage(deps.limits, deps.database, message);
  if (count.kind === "lockedOut") return count;
  if (count.kind === "exceeded") return retryLater(count);
  return transact(deps.database, async (transaction): Promise<RequestEmailChangeResult> => {
    if ((await lockAccountOfSession(transaction, session)) === undefined) return { kind: "ended" };
    for (const id of await endRequestedChanges(transaction, accountId)) await revokeCodes(transaction, id);
    const id = await insertEmailChange(transaction, {
      ...recipient,
      brandId,
      accountId,
      sessionIdHash,
      wrongCodeLimit: randomizeCodeThreshold(deps.random),
    });
    const issued = await issueCode(deps, transaction, {
      purpose: "emailChange",
      brandId,
      sessionId: id,
      channel: "EMAIL",
      identityKey: keyedHash(deps.keys.lookupHash, identityParts(identity)),
    });
    const holder = await findEmailHolder(transaction, { brandId, email: recipient.email });
    if (holder === undefined || holder.id === accountId)
      await deps.notifier.notify(
        transaction,
        codeNotice(issued, {
          notification: "emailChangeCode",
          channel: "EMAIL",
          recipient: recipient.email,
          requestContext,
          province: account.province,
        }),
      );
    else await notifyAddressTaken(deps, transaction, { requestContext, owner: holder, email: recipient.email });
    const event = accountEvent({ requestContext, session }, { event: "email.changeRequested" });
    await deps.auditor.record(transaction, event);
    return { kind: "requested", codeEndsAt: issued.endsAt };
  });
}

type ConfirmEmailChangeResult =
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
  const { clientIp } = requestContext;
  const counted = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const fields = fieldErrors({ code: checkSecurityCode(typed) });
  if (fields) return { kind: "malformed", fields };
  const owner = await findAccountById(deps.database, accountId);
  if (owner === undefined) return { kind: "notFound" };
  const { emails: onFile } = await readContactsOnFile(deps, confirmation);
  return countAttempt(deps, wrongCodesOfDay(limitSubjectOf(owner)), (count) =>
    transact(deps.database, async (transaction): Promise<ConfirmEmailChangeResult> => {
      const account = await lockAccountOfSession(transaction, session);
      const change = await lockRequestedChange(transaction, { accountId, sessionIdHash: session.idHash });
      if (account === undefined || change === undefined) {
        await refundAttempt(deps, transaction, count);
        return { kind: "notFound" };
      }
      const holder = await findEmailHolder(transaction, { brandId, email: change.email });
      const result = await verifyCode(deps, transaction, {
        purpose: "emailChange",
        brandId,
        sessionId: change.id,
        typed,
        count,
        isAccepted: holder === undefined || holder.id === accountId,
        identity: limitSubjectOf(account),
        wrongCodeLimit: change.wrongCodeLimit,
        countWrong: () => countWrongEmailCode(transaction, change.id),
      });
      if (result.kind === "verified")
        return replaceEmail(deps, transaction, { ...confirmation, account, change, onFile });
      if (result.kind === "lockedOut") await endRequestedChanges(transaction, accountId);
      const facts = { purpose: "emailChange", channel: "EMAIL" };
      const event = result.kind === "lockedOut" ? "code.locked" : "code.refused";
      await deps.auditor.record(transaction, accountEvent(confirmation, { event, result: result.reason, facts }));
      if (result.kind === "lockedOut") return result;
      const { triesLeft, ...refused } = result;
      return { ...refused, ...attemptsToAnnounce(triesLeft) };
    }),
  );
}

async function replaceEmail(
  deps: EmailChangeDeps,
  transaction: Trx,
  {
    account,
    change,
    onFile,
    ...confirmation
  }: AccountCall & { account: Account; change: RequestedChange; onFile: readonly string[] },
): Promise<ConfirmEmailChangeResult> {
  const { id: accountId, email, emailAsTyped } = account;
  const { origin, device } = confirmation.requestContext;
  await changeToFreeEmail(transaction, { accountId, email: change.email, emailAsTyped: change.emailAsTyped });
  const { brandId } = account;
  await deleteFailures(transaction, loginNameHashes(deps.keys.lookupHash, { brandId, email: change.email }));
  await revokePendingAccess(transaction, accountId);
  // An e-mail that has not settled may be a thief's: it gets no link.
  const before = await findEmailOfBefore(transaction, accountId);
  const undoToken = before === undefined ? deps.random.token(32) : undefined;
  const previous = { email, emailAsTyped };
  const undoEndsAt = await recordEmailChange(deps.keys, transaction, { id: change.id, previous, undoToken });
  await proveIdentity(transaction, { accountId, brandId, proven: { contacts: [change.email], personIds: [] } });
  await startSettling(transaction, accountId);
  const notice = { account, origin, device };
  // Each link restores the e-mail that it was sent to.
  if (undoToken !== undefined && undoEndsAt !== null)
    await notifyAccount(deps, transaction, {
      ...notice,
      notification: "emailChangedUndo",
      recipient: email,
      facts: {
        undoEndsAt: undoEndsAt.toISOString(),
        link: linkUrl({ ...account, origin, path: "/undo-email", query: { change: undoToken } }),
      },
    });
  const formerEmails = before === undefined ? [] : [email, before.email];
  const withoutNotice = [change.email, ...(undoToken === undefined ? [] : [email])];
  for (const recipient of new Set([...formerEmails, ...onFile]))
    if (!withoutNotice.includes(recipient))
      await notifyAccount(deps, transaction, { ...notice, notification: "emailChanged", recipient });
  const facts = { change: change.id };
  await deps.auditor.record(transaction, accountEvent(confirmation, { event: "email.changed", facts }));
  return { kind: "changed", email: change.emailAsTyped };
}
