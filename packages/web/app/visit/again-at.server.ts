import { minuteOfEnd } from "@vestibule/wording/clock-time.ts";
import { timeOfDay } from "./time-limit.server.ts";
import type { PortalVisit } from "./visit.ts";

/** Time of day from which another try is heard: the minute at which the wait is over, on the person's clock. */
export function againAt(visit: PortalVisit, waitSeconds: number): string {
  return timeOfDay(visit, minuteOfEnd(new Date(visit.now.getTime() + waitSeconds * 1000)));
}
