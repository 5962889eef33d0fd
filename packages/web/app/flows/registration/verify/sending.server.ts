import type { PageAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import type { PortalRequestContext } from "../../../visit/request-context.ts";
import { retryAt } from "../../../visit/retry-at.server.ts";
import { codeLimit, formatTimeNearby } from "../../../visit/time-limit.server.ts";
import type { VerifyCodeData } from "./verify-code-data.ts";

/** Status of the newest code, from ISO times; null where nothing is sent. */
export function sendingOf(
  requestContext: PortalRequestContext,
  { sentAt, resendAvailableAt, resendsLeft }: Partial<Pick<PageAnswer, "sentAt" | "resendAvailableAt" | "resendsLeft">>,
): VerifyCodeData["sending"] {
  if (sentAt === undefined) return null;
  const waitMilliseconds = Date.parse(resendAvailableAt ?? sentAt) - requestContext.now.getTime();
  const waitSeconds = Math.max(0, Math.ceil(waitMilliseconds / 1000));
  return {
    sentAt: formatTimeNearby(requestContext, new Date(sentAt)),
    ...{ waitSeconds, retryAt: retryAt(requestContext, waitSeconds) },
    resendsLeft,
    ends: codeLimit(requestContext, { sentAt }),
  };
}
