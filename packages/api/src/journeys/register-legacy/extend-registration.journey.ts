import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import { registrationIdOf } from "./hold-registration.journey.ts";
import type { LegacyRefusal } from "./legacy-call.port.ts";
import { extendLegacyRegistration } from "./legacy-registration.store.ts";

export type ExtendEnding =
  | { kind: "extended"; idleEndsAt: Date; endsAt: Date }
  | Extract<LegacyRefusal, { kind: "gone" }>;

/**
 * More time for somebody who reads or looks something up: no step of theirs, so nothing is told to the trail, and
 * codes, tries and the end in any case stay as they are.
 */
export async function extendRegistration(
  parts: Pick<ProvingParts, "database" | "keys">,
  visit: Visit,
  registrationId: string,
): Promise<ExtendEnding> {
  const id = registrationIdOf(parts, visit, registrationId);
  const ends = id && (await extendLegacyRegistration(parts.database, { id, brandId: visit.brand.id }));
  return ends ? { kind: "extended", ...ends } : { kind: "gone" };
}
