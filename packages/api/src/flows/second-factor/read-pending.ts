import type { Unserialised } from "@vestibule/contract/endpoint.ts";
import type { PendingSignInResponse } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { listMethods, type OfferedMethods } from "../../second-factor/list-methods.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import { resendAvailableAt } from "../../verification/send-code.ts";
import type { PendingCall } from "./pending-call.ts";

export type PendingView = Unserialised<PendingSignInResponse>;

/** Describes a pending sign-in to its browser or app: what it waits for, or how it ended. */
export async function viewPending(deps: SecondFactorDeps, call: PendingCall): Promise<PendingView> {
  const { pending, requestContext, account } = call;
  if (pending.ended !== undefined) return { state: "ended", ended: pending.ended };
  if (pending.provenMethod !== null) return { state: "proven" };
  return waitingView(call, await listMethods(deps, { brand: requestContext.brand, account }));
}

function waitingView(
  { requestContext: { brand }, pending, account }: PendingCall,
  { methods, newMobileFrom, needsNewPassword }: OfferedMethods,
): PendingView {
  const { sentMethod, sentAt, expiresAt, extendedAt, reasons, client } = pending;
  const { when, rememberDays, rememberTicked } = brand.secondFactor;
  // Elsewhere a remembered browser is asked as often as any other.
  const remembers = when === "newBrowser" && client === "browser" && rememberDays > 0;
  return {
    state: "waiting",
    reasons: [...reasons],
    methods: methods.map(({ id, method, maskedRecipient, fullUntil, isLate }) => ({
      id,
      method,
      ...(maskedRecipient !== undefined && { maskedRecipient }),
      ...(fullUntil && { fullUntil }),
      ...(isLate && { isLate: true as const }),
    })),
    ...(newMobileFrom && { newMobileFrom }),
    ...(needsNewPassword && { needsNewPassword }),
    ...(sentMethod && sentAt && { sent: { id: sentMethod, at: sentAt, resendAvailableAt: resendAvailableAt(sentAt) } }),
    expiresAt,
    isExtendable: extendedAt === null,
    ...(account.secondFactorWaivedUntil && { waivedUntil: account.secondFactorWaivedUntil }),
    ...(remembers && { remember: { days: rememberDays, isTicked: rememberTicked } }),
  };
}
