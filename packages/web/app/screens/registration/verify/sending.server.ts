import type { PageAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import { againAt } from "../../../visit/again-at.server.ts";
import { codeLimit, timeBeside } from "../../../visit/time-limit.server.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import type { VerifyCodeData } from "./verify-code-data.ts";

/** How it stands with the newest code, from ISO times; null where nothing is sent. */
export function sendingOf(
  visit: PortalVisit,
  { sentAt, resendAvailableAt, resendsLeft }: Partial<Pick<PageAnswer, "sentAt" | "resendAvailableAt" | "resendsLeft">>,
): VerifyCodeData["sending"] {
  if (sentAt === undefined) return null;
  const waitMilliseconds = Date.parse(resendAvailableAt ?? sentAt) - visit.now.getTime();
  const waitSeconds = Math.max(0, Math.ceil(waitMilliseconds / 1000));
  return {
    sentAt: timeBeside(visit, new Date(sentAt)),
    ...{ waitSeconds, againAt: againAt(visit, waitSeconds) },
    resendsLeft,
    ends: codeLimit(visit, { sentAt }),
  };
}
