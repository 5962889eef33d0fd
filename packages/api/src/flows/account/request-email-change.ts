import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { findAccountByEmail, findAccountById } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { lockAccountOfSession } from "../../accounts/gateway-session.store.ts";
import { addressTakenNotice } from "../../accounts/notify-account.ts";
import type { LimitedDeps } from "../../deps.ts";
import { endRequestedChanges, insertEmailChange } from "../../email-changes/email-change.store.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { VerificationLockout } from "../../verification/identity-proof.port.ts";
import { identityOf, identityParts, randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { insertCode, revokeCodes } from "../../verification/one-time-code.store.ts";
import { codeNotice, countMessage } from "../../verification/send-code.ts";

export type RequestEmailChangeResult =
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
  deps: LimitedDeps<"database" | "auditor" | "notifier" | "random" | "keys">,
  { requestContext, session, recipient }: AccountCall & { recipient: TypedEmail },
): Promise<RequestEmailChangeResult> {
  if (!session.isProven) return { kind: "proofRequired" };
  const { accountId, brandId, idHash: sessionIdHash } = session;
  const account = await findAccountById(deps.database, accountId);
  if (account === undefined) return { kind: "ended" };
  const identity = identityOf({ brandId, personKey: account.personKey });
  const own = await deps.limits.consume(deps.database, { limit: "emailChangeIdentity", subject: identity });
  if (own.kind === "exceeded") return retryLater(own);
  const counted = await countMessage(deps.limits, deps.database, {
    requestContext,
    recipient: recipient.email,
    identity,
  });
  if (counted.lockout) return counted.lockout;
  if (counted.limit.kind === "exceeded") return retryLater(counted.limit);
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
    const issued = await insertCode(deps, transaction, {
      purpose: "emailChange",
      brandId,
      sessionId: id,
      channel: "EMAIL",
      identityKey: keyedHash(deps.keys.lookupHash, identityParts(identity)),
    });
    const holder = await findAccountByEmail(transaction, { brandId, email: recipient.email });
    if (holder === undefined || holder.id === accountId)
      await deps.notifier.notify(
        transaction,
        codeNotice(issued, {
          notification: "usernameCode",
          channel: "EMAIL",
          recipient: recipient.email,
          requestContext,
          province: account.province,
        }),
      );
    else {
      const notice = await addressTakenNotice(deps.limits, transaction, { requestContext, owner: holder });
      if (notice) await deps.notifier.notify(transaction, notice.notice);
    }
    await deps.auditor.record(
      transaction,
      accountEvent({ requestContext, session }, { event: "email.changeRequested" }),
    );
    return { kind: "requested", codeEndsAt: issued.endsAt };
  });
}
