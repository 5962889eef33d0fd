import { setTimeout as pause } from "node:timers/promises";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { findEmailHolder } from "../../accounts/account.store.ts";
import { incrementRecoveryCounter, insertRecovery, recoveryEmailKeys } from "../../accounts/recovery.store.ts";
import type { RequestContext } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countByClientIp } from "../../puzzles/count-by-client-ip.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { findReset, lockReset, refuseEnded } from "./open-recovery.ts";
import {
  createRecoveryId,
  findRecoveryOwner,
  loadRecoveryOwner,
  type RecoveryOwner,
  readRecoveryId,
  recoveryEvent,
} from "./recovery.ts";
import { sendResetMessage } from "./reset-message.ts";

/** Minimum response time, longer than the work, whose duration varies with the e-mail. */
const minimumMilliseconds = 120;

/** Responds to a request for a message within the limit of the client IP, after the same time for every result. */
async function respondInConstantTime<Result>(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  respond: () => Promise<Result>,
): Promise<Result | RetryLater> {
  const work = async () => {
    const counted = await countByClientIp(deps, requestContext, "recoveryClientIp");
    return counted.kind === "exceeded" ? retryLater(counted) : respond();
  };
  const [result] = await Promise.all([work(), pause(minimumMilliseconds)]);
  return result;
}

export type StartResetResult = { kind: "started"; id: string } | RetryLater;

/** Starts a reset for a known or unknown e-mail, with the same work, shape of id and duration. */
export function requestReset(
  deps: IdentityProofDeps,
  { requestContext, email }: { requestContext: RequestContext; email: string },
): Promise<StartResetResult> {
  return respondInConstantTime<StartResetResult>(deps, requestContext, async () => {
    const { brand } = requestContext;
    const account = await findEmailHolder(deps.database, { brandId: brand.id, email });
    const [emailKey = ""] = recoveryEmailKeys(deps.keys.lookupHash, { brandId: brand.id, email });
    const owner = await loadRecoveryOwner(deps, { brand, account, emailKey });
    const { recoveryId: id } = await transact(deps.database, (transaction) =>
      startReset(deps, transaction, { requestContext, owner, email: owner.contact?.email ?? email }),
    );
    return { kind: "started", id: createRecoveryId(deps.keys.secretHash, { id, brandId: brand.id }) };
  });
}

/** Starts a recovery and sends its message in the caller's transaction. `mail`: whether the message was sent. */
export async function startReset(
  deps: IdentityProofDeps,
  transaction: Trx,
  reset: { requestContext: RequestContext; owner: RecoveryOwner; email: string | undefined },
): Promise<{ recoveryId: string; mail: "sent" | "suppressed" }> {
  const { requestContext, owner, email } = reset;
  const { brand, language, province } = requestContext;
  const emailKeys = recoveryEmailKeys(deps.keys.lookupHash, {
    brandId: brand.id,
    email: email ?? deps.random.token(16),
  });
  const recoveryId = await insertRecovery(transaction, {
    brandId: brand.id,
    accountId: owner.account?.id,
    emailKeys,
    how: "forgot",
    language,
    province,
  });
  const mail = await sendResetMessage(deps, transaction, {
    requestContext,
    recoveryId,
    owner,
    emailKeys,
    recipient: email,
  });
  const started = recoveryEvent({ ...reset, recoveryId }, { event: "recovery.started", result: mail });
  await deps.auditor.record(transaction, started);
  return { recoveryId, mail };
}

export type ResendResetResult = { kind: "requested" } | IdentityProofRefusal;

/** Sends the message again, or a first one for a found account. Takes the same time for decoy ids. */
export function resendResetMessage(
  deps: IdentityProofDeps,
  { requestContext, id: text }: { requestContext: RequestContext; id: string },
): Promise<ResendResetResult> {
  return respondInConstantTime<ResendResetResult>(deps, requestContext, async () => {
    const { brand } = requestContext;
    const purposes = ["recovery", "signIn"] as const;
    const handle = readRecoveryId(deps.keys.secretHash, { text, brandId: brand.id, purposes });
    if (handle === undefined) return { kind: "notFound" };
    if (handle.purpose === "recovery")
      return handle.id === undefined
        ? { kind: "notFound" }
        : sendAnother(deps, { requestContext, recoveryId: handle.id });
    const owner = await findRecoveryOwner(deps, { brand, accountId: handle.id, emailKey: deps.random.token(16) });
    const email = owner.contact?.email;
    await transact(deps.database, (transaction) => startReset(deps, transaction, { requestContext, owner, email }));
    return { kind: "requested" };
  });
}

async function sendAnother(
  deps: IdentityProofDeps,
  { requestContext, recoveryId }: { requestContext: RequestContext; recoveryId: string },
): Promise<ResendResetResult> {
  const { brand } = requestContext;
  const reset = await findReset(deps, { requestContext, recoveryId });
  if (reset === undefined) return { kind: "notFound" };
  const { owner } = reset;
  return transact(deps.database, async (transaction): Promise<ResendResetResult> => {
    const recovery = await lockReset(transaction, reset);
    if (recovery === undefined || recovery.ended !== undefined)
      return (await refuseEnded(deps, transaction, { ...reset, recovery })) ?? { kind: "notFound" };
    const mails = await incrementRecoveryCounter(transaction, { id: recovery.id, what: "mails" });
    const hasRoom = mails <= 1 + limitRows.recoveryMailSession.limit;
    if (!hasRoom) {
      const locked = recoveryEvent(reset, { event: "recovery.locked", result: "mailsSent" });
      await deps.auditor.record(transaction, locked);
      return { kind: "lockedOut", reason: "codesSent", roadblock: "resend-reset-password" };
    }
    const recipient = owner.contact?.email ?? recovery.recipient;
    const emailKeys =
      recipient === undefined
        ? [recovery.emailKey]
        : recoveryEmailKeys(deps.keys.lookupHash, { brandId: brand.id, email: recipient });
    const result = await sendResetMessage(deps, transaction, { ...reset, emailKeys, recipient });
    await deps.auditor.record(transaction, recoveryEvent(reset, { event: "recovery.repeated", result }));
    return { kind: "requested" };
  });
}
