import { type RegistrationErrorCode, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { type RegistrationErrorResponse, registrationBase } from "@vestibule/contract/v2/registration.schema.ts";
import type { RegistrationResult } from "../../flows/registration/registration-call.port.ts";
import { type TransientFault, transientFaultOf } from "../fault.rule.ts";

type ErrorDetails = Partial<Omit<RegistrationErrorResponse, "error">> & {
  retryAfterSeconds?: number | undefined;
  status?: number;
};

/** Messages for developers of clients; people read the portal's own texts. */
const registrationMessages: Readonly<Record<RegistrationErrorCode, string>> = {
  INVALID_REQUEST: "the body is invalid; fields names each fault",
  INVALID_TOKEN: "jwt invalid",
  WRONG_STEP: "the current page, which the token names, does not allow this call",
  ACCOUNT_ALREADY_EXISTS: "this person has an account",
  EMAIL_ALREADY_EXISTS: "another account uses this e-mail",
  POLICY_NUMBER_NOT_FOUND: "no policy and person match these facts",
  DRIVE_LICENSE_NUMBER_NOT_FOUND: "the driver's facts do not match the file",
  UNABLE_TO_IDENTIFY: "too many attempts to identify; the session has ended",
  EXCEEDED_RETRIES_CODE_ACTIVATION: "too many codes; the session has ended",
  INVALID_ACTIVATION_CODE: "the code is wrong, used or expired",
  PASSWORD_POLICY_VIOLATION: "the password breaks the rule that fields.password names",
  EMAIL_UPDATE_FAILED: "the e-mail or the account could not be saved; the call may be retried",
  UNKNOWN_API_KEY: "unknown api-key",
  PAYLOAD_TOO_LARGE: "the body is larger than 16 KiB",
  UNSUPPORTED_MEDIA_TYPE: "the body is not application/json in UTF-8",
  TOO_MANY_REQUESTS: "too many requests; Retry-After has the seconds to wait",
  UNEXPECTED: "internal error",
  UNAVAILABLE: "temporarily unavailable; Retry-After has the seconds to wait",
  DIRECTORY_UNAVAILABLE: "the policy directory is unavailable; Retry-After has the seconds to wait",
  REGISTRY_UNAVAILABLE: "the user registry is unavailable; Retry-After has the seconds to wait",
  MAINTENANCE: "planned maintenance",
};

/** Whether a path belongs to API v2, whose errors have textual codes. */
export function isApiV2(path: string): boolean {
  return path.startsWith(registrationBase);
}

export function errorResponse(error: RegistrationErrorCode, details: ErrorDetails = {}): Response {
  const { retryAfterSeconds, status = registrationErrors[error].status, ...fields } = details;
  const body: RegistrationErrorResponse = { error, message: registrationMessages[error], ...fields };
  const response = Response.json(body, { status });
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

const transientFaultCodes: Record<TransientFault["kind"], RegistrationErrorCode> = {
  unavailable: "UNAVAILABLE",
  directoryUnavailable: "DIRECTORY_UNAVAILABLE",
  registryUnavailable: "REGISTRY_UNAVAILABLE",
};

/** Response of API v2 to a call, as kept for a repeated request. */
export type RegistrationResponse =
  | { kind: "accepted"; data: unknown }
  | { kind: "refused"; error: RegistrationErrorCode; details: ErrorDetails };

const refusals: Partial<Record<RegistrationResult["kind"], RegistrationErrorCode>> = {
  malformed: "INVALID_REQUEST",
  wait: "TOO_MANY_REQUESTS",
  wrongStep: "WRONG_STEP",
  lockedOut: "EXCEEDED_RETRIES_CODE_ACTIVATION",
  refused: "INVALID_ACTIVATION_CODE",
  password: "PASSWORD_POLICY_VIOLATION",
  emailTaken: "EMAIL_ALREADY_EXISTS",
  policyNotFound: "POLICY_NUMBER_NOT_FOUND",
  driverNotFound: "DRIVE_LICENSE_NUMBER_NOT_FOUND",
  accountExists: "ACCOUNT_ALREADY_EXISTS",
  unidentified: "UNABLE_TO_IDENTIFY",
};

export function toRegistrationResponse(result: RegistrationResult): RegistrationResponse {
  switch (result.kind) {
    case "accepted":
      return { kind: "accepted", data: result.data };
    case "methodChosen":
    case "codeSent":
      return { kind: "accepted", data: {} };
    case "created":
      return { kind: "accepted", data: { email: result.email, ticket: result.ticket } };
    case "unknownOption":
      return { kind: "refused", error: "INVALID_REQUEST", details: { fields: { optionId: "format" } } };
    case "notFound":
      return toRegistrationResponse({ kind: "invalidToken", error: "state not found in cache" });
    case "invalidToken": {
      const { error: message } = result;
      const details = { message, ...(message === "state not found in cache" && { status: 404 }) };
      return { kind: "refused", error: "INVALID_TOKEN", details };
    }
  }
  const error = refusals[result.kind];
  if (error === undefined) throw new Error(`API v2 has no answer to ${result.kind}`);
  return {
    kind: "refused",
    error,
    details: {
      ...("fields" in result && result.fields && { fields: result.fields }),
      ...("key" in result && { fields: { password: result.key } }),
      ...("until" in result && result.until && { until: result.until.toISOString() }),
      ...("triesLeft" in result && { triesLeft: result.triesLeft }),
      ...("reason" in result && { reason: result.reason }),
      ...("retryAfterSeconds" in result && { retryAfterSeconds: result.retryAfterSeconds }),
    },
  };
}

/** Maps an unexpected error to a response: unavailable or internal, without any detail of the error. */
export function faultResponse(fault: unknown, otherwise: RegistrationErrorCode): Response {
  const transient = transientFaultOf(fault);
  if (transient === undefined) return errorResponse(otherwise);
  const { kind, retryAfterSeconds } = transient;
  return errorResponse(transientFaultCodes[kind], { retryAfterSeconds });
}
