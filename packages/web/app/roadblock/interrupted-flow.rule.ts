import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { RaisedRoadblock } from "./session-slice.server.ts";

/** The flow that an error has interrupted. It decides what a retry does. */
export type InterruptedFlow = { kind: "recovery"; page: RecoveryPage } | { kind: "registration" | "link" | "none" };

/** What a session has of the flows that an error can interrupt. */
export interface InterruptibleSession {
  roadblock?: RaisedRoadblock | undefined;
  registration?: unknown;
  policyNumberRegistration?: unknown;
  link?: unknown;
}

/**
 * A password reset continues at the page that failed; a registration starts again. A link is removed from the session
 * with the roadblock, so the person has to open its message again.
 */
export function interruptedFlow({
  roadblock,
  registration,
  policyNumberRegistration: attempt,
  link,
}: InterruptibleSession): InterruptedFlow {
  if (roadblock?.recoveryAt !== undefined) return { kind: "recovery", page: roadblock.recoveryAt };
  if (roadblock?.ofLink) return { kind: "link" };
  if (registration !== undefined || attempt !== undefined) return { kind: "registration" };
  return { kind: link === undefined ? "none" : "link" };
}
