import { minuteOfEnd } from "@vestibule/wording/format.ts";
import type { PortalRequestContext } from "./request-context.ts";
import { timeOfDay } from "./time-limit.server.ts";

/** Local time of day at which the wait is over, rounded up to the minute. */
export function retryAt(requestContext: PortalRequestContext, waitSeconds: number): string {
  return timeOfDay(requestContext, minuteOfEnd(new Date(requestContext.now.getTime() + waitSeconds * 1000)));
}
