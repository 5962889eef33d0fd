import type { VerificationLockout } from "../../verification/identity-proof.port.ts";
import { accountErrorResponse, type Refusal, refusalResponse } from "../error-response.ts";

/** A lockout by codes becomes `limitReached`, for which the portal's account page has its own text. */
export function changeRefusal(refusal: Exclude<Refusal, { kind: "lockedOut" }> | VerificationLockout): Response {
  return refusal.kind === "lockedOut" ? accountErrorResponse("limitReached", refusal) : refusalResponse(refusal);
}
