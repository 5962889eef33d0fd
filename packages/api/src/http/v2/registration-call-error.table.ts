import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { RegistrationEndpoint } from "@vestibule/contract/v2/registration.schema.ts";

const always = ["UNKNOWN_API_KEY", "UNEXPECTED", "UNAVAILABLE"] as const;
const inSession = ["INVALID_TOKEN", "WRONG_STEP", "DIRECTORY_UNAVAILABLE", ...always] as const;
const withBody = ["INVALID_REQUEST", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", ...inSession] as const;
const sending = ["EXCEEDED_RETRIES_CODE_ACTIVATION", "TOO_MANY_REQUESTS"] as const;

/** Errors that each call may return; the API's description and its tests read this table. */
export const registrationCallErrors: Readonly<Record<RegistrationEndpoint, readonly RegistrationErrorCode[]>> = {
  start: always,
  page: inSession,
  accountType: withBody,
  identify: [
    ...withBody,
    ...sending,
    "POLICY_NUMBER_NOT_FOUND",
    "DRIVE_LICENSE_NUMBER_NOT_FOUND",
    "ACCOUNT_ALREADY_EXISTS",
    "UNABLE_TO_IDENTIFY",
  ],
  options: inSession,
  send: [...withBody, ...sending],
  resend: [...withBody, ...sending],
  verify: [...withBody, ...sending, "INVALID_ACTIVATION_CODE"],
  username: [...withBody, ...sending, "EMAIL_ALREADY_EXISTS", "UNABLE_TO_IDENTIFY", "EMAIL_UPDATE_FAILED"],
  accountInfo: inSession,
  create: [
    ...withBody,
    "PASSWORD_POLICY_VIOLATION",
    "ACCOUNT_ALREADY_EXISTS",
    "EMAIL_ALREADY_EXISTS",
    "UNABLE_TO_IDENTIFY",
    "EMAIL_UPDATE_FAILED",
  ],
  ticket: withBody,
  back: inSession,
  cancel: inSession,
};
