import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { PortalSession } from "../visit/request-context.ts";

/** What was under way when something broke, and so what another try is. */
export type BrokenJourney = { kind: "recovery"; page: RecoveryPage } | { kind: "registration" | "link" | "none" };

/**
 * A new password goes on at the page where it broke; a registration begins again; what a link began is forgotten with
 * the roadblock, and only the message that carries it leads there.
 */
export function brokenJourney({ roadblock, registration, legacy, link }: PortalSession): BrokenJourney {
  if (roadblock?.recoveryAt !== undefined) return { kind: "recovery", page: roadblock.recoveryAt };
  if (roadblock?.ofLink) return { kind: "link" };
  if (registration !== undefined || legacy !== undefined) return { kind: "registration" };
  return { kind: link === undefined ? "none" : "link" };
}
