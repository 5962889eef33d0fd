import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { trustedDeviceOf } from "../../accounts/known-browser.store.ts";
import { endRecovery, findRecovery, lockRecoveryForUpdate, type Recovery } from "../../accounts/recovery.store.ts";
import type { RequestContext } from "../../deps.ts";
import type { LimitWindow } from "../../limits/limit.port.ts";
import { revokeLinksOf } from "../../links/link.store.ts";
import { accountMailPauseEnd } from "../../links/send-link.store.ts";
import { hasPassed } from "../../platform/database.adapter.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { revokeCodes } from "../../verification/one-time-code.store.ts";
import { findRecoveryOwner, type RecoveryOwner } from "./recovery.ts";

/** A reset by code with the person it concerns, as read before it is locked. */
export interface FoundReset {
  requestContext: RequestContext;
  recoveryId: string;
  owner: RecoveryOwner;
}

/** Finds a reset by code; undefined for any other recovery. */
export async function findReset(
  deps: IdentityProofDeps,
  { requestContext, recoveryId }: Omit<FoundReset, "owner">,
): Promise<FoundReset | undefined> {
  const { brand } = requestContext;
  const found = await findRecovery(deps.database, { id: recoveryId, brandId: brand.id });
  if (found === undefined || found.how !== "forgot") return undefined;
  const owner = await findRecoveryOwner(deps, { brand, accountId: found.accountId, emailKey: found.emailKey });
  return { requestContext, recoveryId, owner };
}

/** Locks a reset until the transaction ends; undefined where it is gone. */
export function lockReset(transaction: Trx, { requestContext, recoveryId }: FoundReset): Promise<Recovery | undefined> {
  return lockRecoveryForUpdate(transaction, { id: recoveryId, brandId: requestContext.brand.id });
}

/** The refusal of a reset that has ended; undefined while it is open. Expiry does not hide an end by wrong answers. */
export async function refuseEnded(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, owner, recovery }: EndedReset,
): Promise<IdentityProofRefusal | undefined> {
  if (recovery?.ended === "wrongCodes" || recovery?.ended === "wrongFacts")
    return refuseAfterWrongCodes(deps, transaction, { requestContext, recovery, owner });
  return recovery === undefined || recovery.ended !== undefined ? { kind: "notFound" } : undefined;
}

/** Ends a recovery and its codes. Wrong codes leave the link valid, in an inbox that no guesser reads. */
export async function closeRecovery(
  transaction: Trx,
  { id, how }: { id: string; how: "wrongCodes" | "wrongFacts" },
): Promise<void> {
  await endRecovery(transaction, { id, how });
  await revokeCodes(transaction, id);
  if (how === "wrongFacts") await revokeLinksOf(transaction, { recovery_id: id });
}

interface EndedReset {
  requestContext: RequestContext;
  owner: RecoveryOwner;
  /** The recovery; undefined when the link of another journey was used. */
  recovery: Recovery | undefined;
  /** Limits, besides that of wrong codes, that allow no new code once they are reached. */
  others?: readonly LimitWindow[];
}

/**
 * Returns whether another reset would send a valid code now, or from when. Ignores the global limits, which differ for
 * unknown e-mails and would reveal which e-mails have an account.
 */
export async function newCodeOrPauseEnd(
  deps: Pick<IdentityProofDeps, "limits" | "keys">,
  transaction: Trx,
  reset: EndedReset,
): Promise<{ newCode: true } | { until: Date }> {
  const ends: Date[] = [];
  const wrongCodes: LimitWindow = { limit: "wrongCodeIdentity", subject: reset.owner.identity };
  for (const window of [wrongCodes, ...(reset.others ?? [])]) {
    const state = await deps.limits.peek(transaction, window);
    if (state.kind === "exceeded") ends.push(state.until);
  }
  const mailEnd = await mailPauseEnd(deps, transaction, reset);
  if (mailEnd !== undefined) ends.push(mailEnd);
  if (ends.length === 0) return { newCode: true };
  return { until: new Date(Math.max(...ends.map((end) => end.getTime()))) };
}

export async function refuseAfterWrongCodes(
  deps: Pick<IdentityProofDeps, "limits" | "keys">,
  transaction: Trx,
  reset: EndedReset,
): Promise<IdentityProofRefusal> {
  return {
    kind: "lockedOut",
    reason: "wrongCodes",
    roadblock: "login-difficulties",
    ...(await newCodeOrPauseEnd(deps, transaction, reset)),
  };
}

async function mailPauseEnd(
  deps: Pick<IdentityProofDeps, "limits" | "keys">,
  transaction: Trx,
  { requestContext, owner, recovery }: EndedReset,
): Promise<Date | undefined> {
  const devices = requestContext.trustedDevices;
  const device = await trustedDeviceOf(deps, transaction, { accountId: owner.account?.id, devices });
  if (device !== undefined) {
    const deviceCount = await deps.limits.peek(transaction, { limit: "recoveryMailDevice", subject: device });
    if (deviceCount.kind === "open") return undefined;
  }
  const isHeldBack = recovery !== undefined && recovery.accountFingerprint === undefined;
  if (isHeldBack) return notificationLockEnd(transaction, recovery);
  const email = owner.contact?.email ?? recovery?.recipient;
  return email === undefined ? undefined : accountMailPauseEnd(deps.limits, transaction, email);
}

/** A suppressed message to an unknown e-mail leaves no recipient, so its pause counts from the start. */
async function notificationLockEnd(transaction: Trx, { startedAt }: Recovery): Promise<Date | undefined> {
  const end = new Date(startedAt.getTime() + limitRows.recoveryMailPace.windowMinutes * 60_000);
  return (await hasPassed(transaction, end)) ? undefined : end;
}
