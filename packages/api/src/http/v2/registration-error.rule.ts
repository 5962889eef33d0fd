import { type RegistrationErrorCode, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { type RegistrationErrorAnswer, registrationBase } from "@vestibule/contract/v2/registration.schema.ts";
import { type TransientFault, transientFaultOf } from "../fault.rule.ts";
import { registrationMessages } from "./registration-message.table.ts";

export interface ErrorDetails {
  message?: string | undefined;
  fields?: Record<string, string> | undefined;
  until?: string | undefined;
  triesLeft?: number | undefined;
  reason?: RegistrationErrorAnswer["reason"];
  retryAfterSeconds?: number | undefined;
  status?: number;
}

/** Whether a path belongs to API v2, whose errors have textual codes. */
export function isApiV2(path: string): boolean {
  return path.startsWith(registrationBase);
}

/** Builds an error response of API v2: status from the table, code, and a message for developers. */
export function errorResponse(error: RegistrationErrorCode, details: ErrorDetails = {}): Response {
  const { message, fields, until, triesLeft, reason, retryAfterSeconds, status } = details;
  const body: RegistrationErrorAnswer = {
    error,
    message: message ?? registrationMessages[error],
    ...(fields && { fields }),
    ...(until && { until }),
    ...(triesLeft !== undefined && { triesLeft }),
    ...(reason && { reason }),
  };
  const headers = new Headers({ "content-type": "application/json" });
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  return new Response(JSON.stringify(body), { status: status ?? registrationErrors[error].status, headers });
}

const passingCodes: Record<TransientFault["kind"], RegistrationErrorCode> = {
  unavailable: "UNAVAILABLE",
  directoryUnavailable: "DIRECTORY_UNAVAILABLE",
};

/** Maps an unexpected error to a response: unavailable or internal, without any detail of the error. */
export function faultResponse(fault: unknown, otherwise: RegistrationErrorCode): Response {
  const passing = transientFaultOf(fault);
  return passing === undefined ? errorResponse(otherwise) : errorResponse(passingCodes[passing.kind], passing);
}
