import type { Refusal } from "../../flows/password-reset/recovery-call.port.ts";
import { accountErrorResponse } from "./account-error.rule.ts";

/** Maps a refusal of a recovery, a link or a registration to an error response of API v1. */
export function refusalResponse(refusal: Refusal | { kind: "accessRemoved" | "done" }): Response {
  switch (refusal.kind) {
    case "malformed":
      return accountErrorResponse("invalidRequest", { fields: refusal.fields });
    case "wrongSecret":
      return accountErrorResponse("wrongSecret", refusal.triesLeft && { triesLeft: refusal.triesLeft });
    case "refused": {
      const { reason, fields, triesLeft } = refusal;
      const error = reason === "wrongCode" ? "wrongSecret" : "wrongIdentityFact";
      return accountErrorResponse(error, {
        reason,
        ...(fields && { fields }),
        ...(triesLeft !== undefined && { triesLeft }),
      });
    }
    case "lockedOut": {
      const error = refusal.reason === "wrongFacts" ? "tooManyIdentityFacts" : "limitReached";
      return accountErrorResponse(error, { reason: refusal.reason, ...endOf(refusal) });
    }
    case "limit":
      return accountErrorResponse("limitReached", endOf(refusal));
    case "gone":
      return accountErrorResponse("notFound");
    case "done":
      return accountErrorResponse("alreadyDone");
    case "linkExpired":
      return accountErrorResponse("tokenExpired", { roadblock: "token-expired" });
    case "password":
      return accountErrorResponse(refusal.error, { fields: { password: refusal.key } });
    case "addressTaken":
      return accountErrorResponse("clientUpdateFailed");
    case "accessRemoved":
      return accountErrorResponse("accessRemoved", { roadblock: "inconsistency" });
    case "wait":
      return accountErrorResponse("tooManyRequests", { retryAfterSeconds: refusal.retryAfterSeconds });
  }
}

function endOf(refusal: Extract<Refusal, { kind: "limit" | "lockedOut" }>) {
  const { roadblock, until } = refusal;
  return {
    roadblock,
    ...(until && { until }),
    ...("resetMailed" in refusal && { resetMailed: true as const }),
    ...("newCode" in refusal && { newCode: true as const }),
  };
}
