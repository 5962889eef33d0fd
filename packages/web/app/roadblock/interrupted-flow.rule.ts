import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { PortalSession } from "../session/portal-session.server.ts";
import { linkSlice } from "../shared-slices/link-slices.server.ts";
import { policyNumberRegistrationSlice, registrationSlice } from "../shared-slices/registration-slices.server.ts";
import { roadblockSlice } from "./session-slice.server.ts";

/** The flow that an error has interrupted. It decides what a retry does. */
export type InterruptedFlow = { kind: "recovery"; page: RecoveryPage } | { kind: "registration" | "link" | "none" };

/**
 * A password reset continues at the page that failed; a registration starts again unless the roadblock keeps it. The
 * person has to open the message of a link again.
 */
export function interruptedFlow(session: PortalSession): InterruptedFlow {
  const roadblock = session.get(roadblockSlice);
  if (roadblock?.recoveryAt !== undefined) return { kind: "recovery", page: roadblock.recoveryAt };
  if (roadblock?.ofLink) return { kind: "link" };
  if (session.has(registrationSlice) || session.has(policyNumberRegistrationSlice)) return { kind: "registration" };
  return { kind: session.has(linkSlice) ? "link" : "none" };
}
