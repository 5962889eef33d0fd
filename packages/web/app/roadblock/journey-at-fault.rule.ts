import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { PortalSession } from "../portal-session.server.ts";

/** The flow that was interrupted by an error; decides what a retry does. */
export type InterruptedFlow = { kind: "recovery"; page: RecoveryPage } | { kind: "registration" | "link" | "none" };

/**
 * A password reset continues at the page that failed; a registration starts again. The state of a link is deleted with
 * the roadblock, so only its message leads back.
 */
export function interruptedFlow({
  roadblock,
  registration,
  policyNumberRegistration: attempt,
  link,
}: PortalSession): InterruptedFlow {
  if (roadblock?.recoveryAt !== undefined) return { kind: "recovery", page: roadblock.recoveryAt };
  if (roadblock?.ofLink) return { kind: "link" };
  if (registration !== undefined || attempt !== undefined) return { kind: "registration" };
  return { kind: link === undefined ? "none" : "link" };
}
