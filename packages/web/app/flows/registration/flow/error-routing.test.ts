import {
  type ErrorHandling,
  type RegistrationErrorCode,
  registrationErrors,
} from "@vestibule/catalogue/registration-error.table.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { describe, expect, it } from "vitest";
import { type RegistrationErrorHandling, routeError } from "./error-routing.rule.ts";

const codes = Object.keys(registrationErrors) as RegistrationErrorCode[];
const form = ["email", "password", "securityCode", "policyNumber", "dob", "profileOption"];
const route = (
  error: Omit<Parameters<typeof routeError>[0]["error"], "message"> & { message?: string },
  facts: { fields?: string[]; retryAfterSeconds?: number } = {},
): RegistrationErrorHandling =>
  routeError(
    {
      error: { message: "", ...error },
      ...(facts.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: facts.retryAfterSeconds }),
    },
    { pinRoadblock: "pin-identification", fields: facts.fields ?? form },
  );

const expectedHandlings: Record<RegistrationErrorCode, RegistrationErrorHandling> = {
  INVALID_REQUEST: { kind: "stays", code: "INVALID_REQUEST", errors: { email: { key: "format" } } },
  INVALID_TOKEN: { kind: "sessionEnded" },
  WRONG_STEP: { kind: "currentPage" },
  ACCOUNT_ALREADY_EXISTS: { kind: "stays", code: "ACCOUNT_ALREADY_EXISTS", errors: {} },
  EMAIL_ALREADY_EXISTS: { kind: "stays", code: "EMAIL_ALREADY_EXISTS", errors: {} },
  POLICY_NUMBER_NOT_FOUND: { kind: "stays", code: "POLICY_NUMBER_NOT_FOUND", errors: {} },
  DRIVE_LICENSE_NUMBER_NOT_FOUND: { kind: "stays", code: "DRIVE_LICENSE_NUMBER_NOT_FOUND", errors: {} },
  UNABLE_TO_IDENTIFY: { kind: "roadblock", roadblock: "unable-to-identify" },
  EXCEEDED_RETRIES_CODE_ACTIVATION: { kind: "roadblock", roadblock: "identity-verification" },
  INVALID_ACTIVATION_CODE: {
    kind: "stays",
    code: "INVALID_ACTIVATION_CODE",
    errors: { securityCode: { key: "wrong" } },
  },
  PASSWORD_POLICY_VIOLATION: {
    kind: "stays",
    code: "PASSWORD_POLICY_VIOLATION",
    errors: { password: { key: "containsEmail" } },
  },
  EMAIL_UPDATE_FAILED: { kind: "stays", code: "EMAIL_UPDATE_FAILED", errors: {} },
  UNKNOWN_API_KEY: { kind: "roadblock", roadblock: "technical" },
  PAYLOAD_TOO_LARGE: { kind: "roadblock", roadblock: "technical" },
  UNSUPPORTED_MEDIA_TYPE: { kind: "roadblock", roadblock: "technical" },
  TOO_MANY_REQUESTS: { kind: "stays", code: "TOO_MANY_REQUESTS", errors: {}, waitSeconds: 90 },
  UNEXPECTED: { kind: "roadblock", roadblock: "technical" },
  UNAVAILABLE: { kind: "roadblock", roadblock: "maintenance" },
  DIRECTORY_UNAVAILABLE: { kind: "roadblock", roadblock: "technical" },
  REGISTRY_UNAVAILABLE: { kind: "roadblock", roadblock: "technical" },
  MAINTENANCE: { kind: "roadblock", roadblock: "maintenance" },
};

describe("an error of smart registration", () => {
  it.each(codes)("%s has the outcome of its row", (error) => {
    const fields = error === "INVALID_REQUEST" ? { fields: { email: "format" } } : {};
    expect(route({ error, ...fields }, { retryAfterSeconds: 90 })).toEqual(expectedHandlings[error]);
  });

  it.each(codes.filter((code) => isShownInNotice(registrationErrors[code].handling)))(
    "%s has a text in both languages",
    (code) => {
      for (const language of ["en", "fr"] as const)
        expect(String(sentence(`registrationError:${code}.title` as TextKey, language))).not.toBe("");
    },
  );

  it("does not end the session if the token was replaced, but does if it expired or was not found", () => {
    expect(route({ error: "INVALID_TOKEN", message: "jwt replaced" })).toEqual({ kind: "replaced" });
    for (const message of ["jwt expired", "jwt invalid", "state not found in cache"])
      expect(route({ error: "INVALID_TOKEN", message })).toEqual({ kind: "sessionEnded" });
  });

  it("includes the end of a lockout", () => {
    const until = "2026-11-21T19:10:00.000Z";
    expect(route({ error: "EXCEEDED_RETRIES_CODE_ACTIVATION", until })).toMatchObject({ kind: "roadblock", until });
  });

  it.each(["wrongCodes", "codesSent"] as const)("reads the cause of a lockout, %s, from the API", (reason) => {
    const lockout = { error: "EXCEEDED_RETRIES_CODE_ACTIVATION", reason } as const;
    for (const fields of [["securityCode"], ["securityPin"], ["codeOption"], []])
      expect(route(lockout, { fields })).toMatchObject({ cause: reason });
  });

  it("shows the brand's own roadblock after too many wrong PINs", () => {
    const handling = route({ error: "EXCEEDED_RETRIES_CODE_ACTIVATION" }, { fields: ["securityPin"] });
    expect(handling).toMatchObject({ kind: "roadblock", roadblock: "pin-identification" });
  });

  it("marks the PIN's own field where a PIN was wrong", () => {
    expect(route({ error: "INVALID_ACTIVATION_CODE" }, { fields: ["securityPin"] })).toMatchObject({
      errors: { securityPin: { key: "wrong" } },
    });
  });

  it("marks a field by its name in the form", () => {
    expect(route({ error: "INVALID_REQUEST", fields: { dateOfBirth: "age", profileId: "required" } })).toMatchObject({
      errors: { dob: { key: "age" }, profileOption: { key: "required" } },
    });
  });

  it("names the password rule that the API names", () => {
    for (const rule of ["reused", "common"])
      expect(route({ error: "PASSWORD_POLICY_VIOLATION", fields: { password: rule } })).toMatchObject({
        errors: { password: { key: rule } },
      });
  });

  it("leads to the current page if none of the submitted fields was refused", () => {
    expect(route({ error: "INVALID_REQUEST", fields: { method: "format" } })).toEqual({ kind: "currentPage" });
    expect(route({ error: "INVALID_REQUEST" })).toEqual({ kind: "currentPage" });
  });
});

/** Whether a notice or dialog shows the error; a field error has its text beside the field. */
function isShownInNotice(handling: ErrorHandling): boolean {
  return ["alert", "dialog", "wait"].includes(handling.kind);
}
