import type { RequestContext } from "../../deps.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { extendAttempt } from "./attempt.store.ts";
import type { LegacyRefusal } from "./legacy-call.port.ts";
import { readRegistrationId } from "./lock-registration.ts";

export type ExtendResult =
  | { kind: "extended"; idleEndsAt: Date; endsAt: Date }
  | Extract<LegacyRefusal, { kind: "gone" }>;

/**
 * Extends the idle time of a registration. Not a step, so there is no audit event, and codes, counts and the absolute
 * end stay unchanged.
 */
export async function extendRegistration(
  deps: Pick<IdentityProofDeps, "database" | "keys">,
  requestContext: RequestContext,
  registrationId: string,
): Promise<ExtendResult> {
  const id = readRegistrationId(deps, requestContext, registrationId);
  const ends = id && (await extendAttempt(deps.database, { api: "v1", id, brandId: requestContext.brand.id }));
  return ends ? { kind: "extended", ...ends } : { kind: "gone" };
}
