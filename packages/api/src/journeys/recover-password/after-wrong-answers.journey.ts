import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { IdentityProofDeps } from "../../capabilities/identity-proof/identity-proof.port.ts";
import type { Limits, LimitWindow } from "../../capabilities/limits/limit.port.ts";
import { accountMailPauseEnd } from "../../capabilities/links/send-link.store.ts";
import type { Recovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { RequestContext } from "../../deps.ts";
import { hasPassed } from "../../platform/database.adapter.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { Refusal } from "./recovery-call.port.ts";
import type { RecoveryOwner } from "./recovery-owner.journey.ts";

export interface EndedReset {
  requestContext: RequestContext;
  owner: RecoveryOwner;
  /** Undefined where the link of another journey was used. */
  recovery: Recovery | undefined;
  /** Counts beside that of wrong codes which close the way while they are full. */
  others?: readonly LimitWindow[];
}

/**
 * Whether another reset would send a code that works now, or from when. Known and unknown addresses get the same
 * answer: the global limits, which differ for unknown ones, are left out.
 */
export async function newCodeOrPauseEnd(
  { limits }: Pick<IdentityProofDeps, "limits">,
  transaction: Trx,
  reset: EndedReset,
): Promise<{ newCode: true } | { until: Date }> {
  const ends: Date[] = [];
  const wrongCodes: LimitWindow = { limit: "wrongCodeIdentity", subject: reset.owner.identity };
  for (const window of [wrongCodes, ...(reset.others ?? [])]) {
    const state = await limits.peek(transaction, window);
    if (state.kind === "full") ends.push(state.until);
  }
  const mailEnd = await mailPauseEnd(limits, transaction, reset);
  if (mailEnd !== undefined) ends.push(mailEnd);
  if (ends.length === 0) return { newCode: true };
  return { until: new Date(Math.max(...ends.map((end) => end.getTime()))) };
}

/** The refusal of a reset that wrong codes ended. */
export async function refuseAfterWrongCodes(
  deps: Pick<IdentityProofDeps, "limits">,
  transaction: Trx,
  reset: EndedReset,
): Promise<Refusal> {
  return {
    kind: "limit",
    roadblock: "login-difficulties",
    ...(await newCodeOrPauseEnd(deps, transaction, reset)),
  };
}

async function mailPauseEnd(
  limits: Limits,
  transaction: Trx,
  { requestContext, owner, recovery }: EndedReset,
): Promise<Date | undefined> {
  const device = owner.account && requestContext.trustedDevices?.get(owner.account.id);
  if (device !== undefined) {
    const own = await limits.peek(transaction, { limit: "recoveryMailDevice", subject: device });
    if (own.kind === "open") return undefined;
  }
  const isHeldBack = recovery !== undefined && recovery.accountFingerprint === undefined;
  if (isHeldBack) return heldBackEnd(transaction, recovery);
  const email = owner.account?.email ?? recovery?.recipient;
  return email === undefined ? undefined : accountMailPauseEnd(limits, transaction, email);
}

/** A message that was held back leaves no recipient behind where there is no account: its pause is counted from its start. */
async function heldBackEnd(transaction: Trx, { startedAt }: Recovery): Promise<Date | undefined> {
  const end = new Date(startedAt.getTime() + limitRows.recoveryMailPace.windowMinutes * 60_000);
  return (await hasPassed(transaction, end)) ? undefined : end;
}
