import { createOpaqueId, readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { countAttempt } from "../../verification/count-attempt.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { extendAttempt, type RegistrationAttempt } from "./attempt.store.ts";
import { type CheckedAttempt, handleRegistrationCall, type TransitionResult } from "./handle-registration-call.ts";
import type { CallHandler, RegistrationResult } from "./registration-call.port.ts";

/** Returns the row id of a public id; undefined for another journey or brand. */
export function readRegistrationId(
  { keys }: Pick<ApiDeps, "keys">,
  { brand }: Pick<RequestContext, "brand">,
  text: string,
): string | undefined {
  return readOpaqueId(keys.secretHash, { purpose: "policyNumberRegistration", brandId: brand.id, text })?.id;
}

/** Creates the public id of a registration: opaque, and different on each call. */
export function createRegistrationId({ keys }: Pick<ApiDeps, "keys">, { id, brandId }: RegistrationAttempt): string {
  return createOpaqueId(keys.secretHash, { purpose: "policyNumberRegistration", brandId, accountId: id });
}

export interface IdCall {
  registrationId: string;
  optionId?: string;
  /**
   * The reason with which a successful call ends the registration. Such a call counts an attempt of the client IP, and a
   * repeated one is reported as done.
   */
  completesAs?: "created" | "joined";
  chooseStep: CallHandler;
}
export type IdCallResult = TransitionResult | { result: RegistrationResult; context?: undefined };

/** Handles a call of API v1, which carries the registration's opaque id. */
export async function handleIdCall(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  call: IdCall,
): Promise<IdCallResult> {
  if (call.completesAs === undefined) return handleCall(deps, requestContext, call);
  const window = { limit: "verifyClientIp", subject: requestContext.clientIp } as const;
  return countAttempt(deps, window, async (count) =>
    count.kind === "exceeded" ? { result: retryLater(count) } : handleCall(deps, requestContext, call),
  );
}

async function handleCall(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { registrationId, optionId, completesAs, chooseStep }: IdCall,
): Promise<IdCallResult> {
  const id = readRegistrationId(deps, requestContext, registrationId);
  if (id === undefined) return { result: { kind: "notFound" } };
  return handleRegistrationCall<IdCallResult>(
    { deps, requestContext, id, optionId },
    {
      needsPerson: true,
      check: async (attempt): Promise<CheckedAttempt<IdCallResult>> => {
        if (attempt && attempt.brandId === requestContext.brand.id && !attempt.hasExpired && !attempt.endReason)
          return { kind: "open", attempt };
        const isDone = completesAs !== undefined && attempt?.endReason === completesAs;
        return { kind: "closed", response: { result: { kind: isDone ? "done" : "notFound" } } };
      },
      chooseStep,
      respond: async (result) => ({ response: result }),
    },
  );
}

/**
 * Extends the idle time of a registration; undefined when it has ended. This is no step, so there is no audit event,
 * and codes, counts and the absolute timeout stay unchanged.
 */
export async function extendRegistration(
  deps: Pick<ApiDeps, "database" | "keys">,
  requestContext: RequestContext,
  registrationId: string,
): Promise<{ idleEndsAt: Date; endsAt: Date } | undefined> {
  const id = readRegistrationId(deps, requestContext, registrationId);
  return id === undefined ? undefined : extendAttempt(deps.database, { id, brandId: requestContext.brand.id });
}
