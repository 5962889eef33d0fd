import type { ApiResult } from "@vestibule/contract/api.client.ts";
import type { PageResponse } from "@vestibule/contract/v2/registration.schema.ts";
import { codeLimit, secondsUntil } from "../../../form/expiry.server.ts";
import { retryAt, timeOfDayWithoutZone } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import type { ResendFlash } from "../../../shared-slices/registration-slices.server.ts";
import type { VerifyCodeData } from "./verify-code.screen.tsx";

/** Status of the newest code, from ISO times; null for a PIN, which the portal does not send. */
export function sendingOf(
  requestContext: PortalRequestContext,
  {
    sentAt,
    resendAvailableAt,
    resendsLeft,
  }: Partial<Pick<PageResponse, "sentAt" | "resendAvailableAt" | "resendsLeft">>,
): VerifyCodeData["sending"] {
  if (sentAt === undefined) return null;
  const waitSeconds = secondsUntil(resendAvailableAt ?? sentAt, requestContext.now);
  return {
    sentAt: timeOfDayWithoutZone(requestContext, new Date(sentAt)),
    waitSeconds,
    retryAt: retryAt(requestContext, waitSeconds),
    resendsLeft,
    ends: codeLimit(requestContext, { sentAt }),
  };
}

/** Result of a request for another code, which the code page shows once; a refused one was only too early. */
export function resendFlash(
  requestContext: PortalRequestContext,
  result: ApiResult<unknown, { reason?: string | undefined }>,
): ResendFlash {
  if (result.kind === "ok") return "codeSentAgain";
  const { error, retryAfterSeconds = 60 } = result.kind === "error" ? result : {};
  return error?.reason === "codeJustSent" ? "codeTooSoon" : { retryAt: retryAt(requestContext, retryAfterSeconds) };
}
