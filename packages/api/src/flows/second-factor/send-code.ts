import { secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import { deviceFacts } from "../../accounts/device.rule.ts";
import { trustedDeviceOf } from "../../accounts/known-browser.store.ts";
import { denialHashes, type PendingSignIn, recordSentCode } from "../../accounts/pending-sign-in.store.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { linkUrl } from "../../links/link-url.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { listMethods, type OfferedMethod, sendWindows } from "../../second-factor/list-methods.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import type { VerificationLockout } from "../../verification/identity-proof.port.ts";
import { identityParts, limitSubjectOf } from "../../verification/lockout.rule.ts";
import { issueCode } from "../../verification/one-time-code.store.ts";
import {
  codeNotice,
  globalSendWindow,
  resendAvailableAt,
  telephonePrefixWindows,
} from "../../verification/send-code.ts";
import { isOver, lockPendingCall, type PendingCall, pendingEvent } from "./pending-call.ts";

export type SendSecondFactorResult =
  | { kind: "sent" }
  | { kind: "notFound" }
  | { kind: "malformed"; fields: Record<string, string> }
  | RetryLater
  | VerificationLockout;

/** Page of the portal that the link "this wasn't me" opens. */
const denialPath = "/this-wasnt-me";

/** Sends a code by a method of the account; the code before no longer works. */
export async function sendSecondFactor(
  deps: SecondFactorDeps,
  { id, ...call }: PendingCall & { id: string },
): Promise<SendSecondFactorResult> {
  if (isOver(call)) return { kind: "notFound" };
  const { requestContext, account } = call;
  const offered = (await listMethods(deps, { brand: requestContext.brand, account })).methods.find(
    (one) => one.id === id,
  );
  if (offered?.recipient === undefined) return { kind: "malformed", fields: { id: "unknown" } };
  return transact(deps.database, async (transaction): Promise<SendSecondFactorResult> => {
    const locked = await lockPendingCall(transaction, call);
    if (locked === undefined) return { kind: "notFound" };
    const refusal = await countCode(deps, transaction, { call, pending: locked.pending, offered });
    if (refusal) return refusal;
    await sendTo(deps, transaction, { ...call, offered });
    const event = pendingEvent(call, {
      event: "second-factor.sent",
      result: "ok",
      facts: { method: offered.method },
    });
    await deps.auditor.record(transaction, event);
    return { kind: "sent" };
  });
}

/** Counts a code on the limits of the account and on the shared ones; undefined where it may be sent. */
async function countCode(
  { limits, keys }: SecondFactorDeps,
  transaction: Trx,
  { call, pending, offered }: { call: PendingCall; pending: PendingSignIn; offered: OfferedMethod },
): Promise<RetryLater | VerificationLockout | undefined> {
  if (pending.sentMethod === offered.id && pending.sentAt !== null) {
    const wait = Math.ceil((resendAvailableAt(pending.sentAt).getTime() - pending.now.getTime()) / 1000);
    if (wait > 0) return { ...retryLater({ retryAfterSeconds: wait }), reason: "codeJustSent" };
  }
  const methodWindows = sendWindows(offered.method, call.account);
  const { clientIp, trustedDevices: devices } = call.requestContext;
  // Others behind the client IP may have used its limit up; those of the account hold for a known browser as well.
  const isKnown = (await trustedDeviceOf({ keys }, transaction, { accountId: call.account.id, devices })) !== undefined;
  const counted = await limits.consume(transaction, [
    ...methodWindows,
    ...(isKnown ? [] : [{ limit: "sendClientIp", subject: clientIp } as const]),
    ...telephonePrefixWindows(offered.recipient ?? ""),
    globalSendWindow,
  ]);
  if (counted.kind === "allowed") return undefined;
  const ofDay = methodWindows.at(-1)?.limit;
  const isDayFull = ofDay !== undefined && counted.limits.includes(ofDay);
  return isDayFull ? { kind: "lockedOut", reason: "codesSent", until: counted.until } : retryLater(counted);
}

async function sendTo(
  deps: SecondFactorDeps,
  transaction: Trx,
  { requestContext, pending, account, offered }: PendingCall & { offered: OfferedMethod },
): Promise<void> {
  const { channel } = secondFactors[offered.method];
  if (channel !== "SMS" && channel !== "VOICE" && channel !== "EMAIL")
    throw new Error(`no code is sent by ${offered.method}`);
  const { brandId, province } = account;
  const identity = limitSubjectOf({ brandId, identity: account.identity });
  const issued = await issueCode(deps, transaction, {
    purpose: "secondFactor",
    brandId,
    sessionId: pending.id,
    identityKey: keyedHash(deps.keys.lookupHash, identityParts(identity)),
    channel,
  });
  const token = deps.random.token(16);
  const [denialHash = ""] = denialHashes(deps, token);
  await recordSentCode(transaction, { id: pending.id, offeredId: offered.id, method: offered.method, denialHash });
  const recipient = offered.recipient ?? "";
  const notice = codeNotice(issued, {
    notification: "secondFactorCode",
    channel,
    recipient,
    requestContext,
    province,
  });
  const { origin, language } = requestContext;
  const facts = {
    ...notice.facts,
    link: linkUrl({ origin, path: denialPath, query: { login: token }, language, province: requestContext.province }),
    ...deviceFacts(pending.device),
  };
  await deps.notifier.notify(transaction, { ...notice, facts, journeyId: pending.id });
}
