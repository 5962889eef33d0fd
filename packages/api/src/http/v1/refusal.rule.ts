import type { IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { accountErrorResponse } from "./account-error.rule.ts";

/** `ended` and `proofRequired`: the session of a signed-in person has ended, or needs a newer proof. */
export type Refusal = IdentityProofRefusal | { kind: "ended" | "proofRequired" };

export function refusalResponse(refusal: Refusal): Response {
  switch (refusal.kind) {
    case "ended":
      return accountErrorResponse("sessionEnded");
    case "proofRequired":
      return accountErrorResponse("proofRequired");
    case "malformed":
      return accountErrorResponse("invalidRequest", refusal);
    case "wrongSecret":
      return accountErrorResponse("wrongSecret", refusal);
    case "refused":
      return accountErrorResponse(refusal.reason === "wrongCode" ? "wrongSecret" : "wrongIdentityFact", refusal);
    case "lockedOut":
      return accountErrorResponse(refusal.reason === "wrongFacts" ? "tooManyIdentityFacts" : "limitReached", refusal);
    case "limit":
      return accountErrorResponse("limitReached", refusal);
    case "notFound":
      return accountErrorResponse("notFound");
    case "done":
      return accountErrorResponse("alreadyDone");
    case "linkExpired":
      return accountErrorResponse("tokenExpired", { roadblock: "token-expired" });
    case "password":
      return accountErrorResponse(refusal.error, { fields: { password: refusal.key } });
    case "emailTakenConcurrently":
      return accountErrorResponse("clientUpdateFailed");
    case "accessRemoved":
      return accountErrorResponse("accessRemoved", { roadblock: "inconsistency" });
    case "wait":
      return accountErrorResponse("tooManyRequests", refusal);
  }
}
