import type { RaisedRoadblockId } from "./roadblock.table.ts";

export type ErrorHandling =
  | { kind: "field"; field: string }
  | { kind: "alert" }
  | { kind: "dialog"; agentCode: string }
  | { kind: "roadblock"; roadblock: RaisedRoadblockId }
  | { kind: "sessionEnded" }
  | { kind: "currentPage" }
  | { kind: "wait" };

export interface RegistrationErrorRow {
  status: 400 | 403 | 404 | 409 | 429 | 500 | 503 | 530 | 413 | 415;
  handling: ErrorHandling;
  logLevel: "info" | "warn" | "error";
}

/**
 * One row for each error code of API v2. For too many wrong PINs the portal uses the brand's `pinRoadblock` instead of
 * the row's roadblock. The sentence of an alert, field or dialog is `registrationError:<CODE>`.
 */
export const registrationErrors = {
  INVALID_REQUEST: { status: 400, handling: { kind: "field", field: "*" }, logLevel: "info" },
  INVALID_TOKEN: { status: 400, handling: { kind: "sessionEnded" }, logLevel: "info" },
  WRONG_STEP: { status: 409, handling: { kind: "currentPage" }, logLevel: "info" },
  ACCOUNT_ALREADY_EXISTS: { status: 409, handling: { kind: "alert" }, logLevel: "info" },
  EMAIL_ALREADY_EXISTS: { status: 409, handling: { kind: "field", field: "email" }, logLevel: "info" },
  POLICY_NUMBER_NOT_FOUND: { status: 404, handling: { kind: "alert" }, logLevel: "info" },
  DRIVE_LICENSE_NUMBER_NOT_FOUND: { status: 404, handling: { kind: "alert" }, logLevel: "info" },
  UNABLE_TO_IDENTIFY: {
    status: 403,
    handling: { kind: "roadblock", roadblock: "unable-to-identify" },
    logLevel: "warn",
  },
  EXCEEDED_RETRIES_CODE_ACTIVATION: {
    status: 403,
    handling: { kind: "roadblock", roadblock: "identity-verification" },
    logLevel: "warn",
  },
  INVALID_ACTIVATION_CODE: { status: 400, handling: { kind: "field", field: "securityCode" }, logLevel: "info" },
  PASSWORD_POLICY_VIOLATION: { status: 400, handling: { kind: "field", field: "password" }, logLevel: "info" },
  EMAIL_UPDATE_FAILED: { status: 500, handling: { kind: "dialog", agentCode: "lnr500160" }, logLevel: "error" },
  UNKNOWN_API_KEY: { status: 403, handling: { kind: "roadblock", roadblock: "technical" }, logLevel: "warn" },
  PAYLOAD_TOO_LARGE: { status: 413, handling: { kind: "roadblock", roadblock: "technical" }, logLevel: "warn" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, handling: { kind: "roadblock", roadblock: "technical" }, logLevel: "warn" },
  TOO_MANY_REQUESTS: { status: 429, handling: { kind: "wait" }, logLevel: "warn" },
  UNEXPECTED: { status: 500, handling: { kind: "roadblock", roadblock: "technical" }, logLevel: "error" },
  UNAVAILABLE: { status: 503, handling: { kind: "roadblock", roadblock: "maintenance" }, logLevel: "error" },
  DIRECTORY_UNAVAILABLE: { status: 503, handling: { kind: "roadblock", roadblock: "technical" }, logLevel: "error" },
  REGISTRY_UNAVAILABLE: { status: 503, handling: { kind: "roadblock", roadblock: "technical" }, logLevel: "error" },
  MAINTENANCE: { status: 530, handling: { kind: "roadblock", roadblock: "maintenance" }, logLevel: "info" },
} as const satisfies Record<string, RegistrationErrorRow>;

export type RegistrationErrorCode = keyof typeof registrationErrors;
