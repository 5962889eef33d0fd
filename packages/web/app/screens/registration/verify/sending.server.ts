import { codeLimit, timeOfDay } from "../../../visit/time-limit.server.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import type { VerifyCodeData } from "./verify-code-data.ts";

/** When the newest code was sent, and when another may be asked for, from ISO times; null where nothing is sent. */
export function sendingOf(
  visit: PortalVisit,
  { sentAt, resendFrom }: { sentAt?: string | undefined; resendFrom?: string | undefined },
): VerifyCodeData["sending"] {
  if (sentAt === undefined) return null;
  const waitMilliseconds = Date.parse(resendFrom ?? sentAt) - visit.now.getTime();
  return {
    sentAt: timeOfDay(visit, new Date(sentAt)),
    waitSeconds: Math.max(0, Math.ceil(waitMilliseconds / 1000)),
    ends: codeLimit(visit, { sentAt }),
  };
}
