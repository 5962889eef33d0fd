import { type RegistrationErrorCode, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import type { RegistrationErrorAnswer } from "@vestibule/contract/v2/registration.schema.ts";
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

/** One error of API v2: its status by the table, its code and a sentence for developers. */
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

/** What a fault is to the client: not now, or our side. Nothing of the fault itself is told. */
export function faultResponse(fault: unknown, otherwise: RegistrationErrorCode): Response {
  const passing = transientFaultOf(fault);
  return passing === undefined ? errorResponse(otherwise) : errorResponse(passingCodes[passing.kind], passing);
}
