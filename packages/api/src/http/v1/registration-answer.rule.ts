import type { PolicyFindAnswer } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import type { FindPolicyResult } from "../../flows/registration/steps/find-by-policy.ts";
import { accountErrorResponse } from "./account-error.rule.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";

/** Maps the result of a search by policy number to a response of API v1. */
export function policyFindResponse(result: FindPolicyResult): Response {
  switch (result.kind) {
    case "found":
      return registrationResponse(240, result.answer);
    case "known":
      return registrationResponse(200, result.answer);
    case "notFound":
      return accountErrorResponse("notFound", { triesLeft: result.triesLeft });
    default:
      return refusalResponse(result);
  }
}

/** 240 is a non-standard success status of this contract; the registration continues. */
export function registrationResponse(
  status: 200 | 202 | 240,
  answer: RegistrationValidation | PolicyFindAnswer,
): Response {
  return new Response(JSON.stringify(answer), { status, headers: { "content-type": "application/json" } });
}
