import { minuteOfEnd } from "@vestibule/wording/clock-time.ts";
import type { PortalRequestContext } from "./request-context.ts";
import { timeOfDay } from "./time-limit.server.ts";

/** Time of day from which another try is heard: the minute at which the wait is over, on the person's clock. */
export function retryAt(requestContext: PortalRequestContext, waitSeconds: number): string {
  return timeOfDay(requestContext, minuteOfEnd(new Date(requestContext.now.getTime() + waitSeconds * 1000)));
}
