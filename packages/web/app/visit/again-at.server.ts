import { timeOfDay } from "./time-limit.server.ts";
import type { PortalVisit } from "./visit.ts";

/** Time of day from which another try is heard: the minute at which the wait is over, on the person's clock. */
export function againAt(visit: PortalVisit, waitSeconds: number): string {
  return timeOfDay(visit, new Date(Math.ceil((visit.now.getTime() + waitSeconds * 1000) / 60_000) * 60_000));
}
