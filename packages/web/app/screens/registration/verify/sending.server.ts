import { provinces } from "@vestibule/catalogue/province.table.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import type { VerifyCodeData } from "./verify-code-data.ts";

/** When the newest code was sent, and when another may be asked for, from ISO times; null where nothing is sent. */
export function sendingOf(
  visit: PortalVisit,
  { sentAt, resendFrom }: { sentAt?: string | undefined; resendFrom?: string | undefined },
): VerifyCodeData["sending"] {
  if (sentAt === undefined) return null;
  const clock = { timeZone: provinces[visit.province].timeZone, language: visit.language };
  const waitMilliseconds = Date.parse(resendFrom ?? sentAt) - visit.now.getTime();
  return {
    sentAt: sayTime(new Date(sentAt), clock),
    waitSeconds: Math.max(0, Math.ceil(waitMilliseconds / 1000)),
  };
}
