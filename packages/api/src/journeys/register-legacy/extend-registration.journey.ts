import type { IdentityProofDeps } from "../../capabilities/identity-proof/identity-proof.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { LegacyRefusal } from "./legacy-call.port.ts";
import { extendLegacyRegistration } from "./legacy-registration.store.ts";
import { readRegistrationId } from "./lock-registration.journey.ts";

export type ExtendResult =
  | { kind: "extended"; idleEndsAt: Date; endsAt: Date }
  | Extract<LegacyRefusal, { kind: "gone" }>;

/**
 * More time for somebody who reads or looks something up: no step of theirs, so nothing is told to the trail, and
 * codes, tries and the end in any case stay as they are.
 */
export async function extendRegistration(
  deps: Pick<IdentityProofDeps, "database" | "keys">,
  requestContext: RequestContext,
  registrationId: string,
): Promise<ExtendResult> {
  const id = readRegistrationId(deps, requestContext, registrationId);
  const ends = id && (await extendLegacyRegistration(deps.database, { id, brandId: requestContext.brand.id }));
  return ends ? { kind: "extended", ...ends } : { kind: "gone" };
}
