import { type RegistrationErrorCode, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { type RaisedRoadblockId, roadblockCauses } from "@vestibule/catalogue/roadblock.table.ts";
import { type FieldError, type FieldErrorKey, readFieldErrorKey } from "@vestibule/contract/fields/field-error.ts";
import type { RegistrationErrorResponse } from "@vestibule/contract/v2/registration.schema.ts";
import type { PageErrorHandling } from "../../../api/error-handling.rule.ts";

/** What a page does after a refused call. `stays`: the page is shown again with the errors. */
export type RegistrationErrorHandling =
  | {
      kind: "stays";
      code: RegistrationErrorCode;
      errors: Record<string, FieldError>;
      waitSeconds?: number;
      isCodeJustSent?: true;
      /** Attempts left, if the API returns it. */
      triesLeft?: number | undefined;
    }
  /** `isOtherRole`: every detail matched except the role. */
  | (Extract<PageErrorHandling, { kind: "roadblock" }> & { letter?: "offered"; isOtherRole?: true })
  | { kind: "sessionEnded" }
  | { kind: "currentPage" }
  /** The API processed nothing, because the token was replaced by a newer one. */
  | { kind: "replaced" };

interface RefusedCall {
  error: RegistrationErrorResponse;
  retryAfterSeconds?: number;
}

interface RoutingFacts {
  /** The brand's roadblock for too many wrong PINs. */
  pinRoadblock: RaisedRoadblockId;
  /** Names of the submitted fields. */
  fields: readonly string[];
}

/** Form names of fields that either version of the API names differently. */
export const formNames: Readonly<Record<string, string>> = {
  dateOfBirth: "dob",
  profileId: "profileOption",
  driverLicence: "driverLicense",
  driverLicenceProvince: "driverLicenseProvince",
};

/** What a page does after an error, by its row in `registrationErrors`, for the form that was submitted. */
export function routeError({ error, retryAfterSeconds }: RefusedCall, facts: RoutingFacts): RegistrationErrorHandling {
  const { handling } = registrationErrors[error.error];
  const stays = { kind: "stays", code: error.error, errors: {}, triesLeft: error.triesLeft } as const;
  switch (handling.kind) {
    case "sessionEnded":
      return error.message === "jwt replaced" ? { kind: "replaced" } : { kind: "sessionEnded" };
    case "roadblock": {
      const isPin = handling.roadblock === "identity-verification" && isPinForm(facts.fields);
      return {
        kind: "roadblock",
        roadblock: isPin ? facts.pinRoadblock : handling.roadblock,
        until: error.until,
        cause: roadblockCauses.find((one) => one === error.reason),
        ...(isPin && { letter: "offered" }),
        ...(error.reason === "role" && { isOtherRole: true }),
      };
    }
    case "currentPage":
      return { kind: "currentPage" };
    case "wait":
      return {
        ...stays,
        waitSeconds: retryAfterSeconds ?? 60,
        ...(error.reason === "codeJustSent" && { isCodeJustSent: true }),
      };
    case "field": {
      // A notice instead of a field error, because it also asks whether the e-mail is shared.
      if (error.error === "EMAIL_ALREADY_EXISTS") return stays;
      const errors = fieldErrorsOf(error, { field: handling.field, fields: facts.fields });
      // If no submitted field was refused, the form belongs to a page that is no longer current.
      return Object.keys(errors).length === 0 ? { kind: "currentPage" } : { ...stays, errors };
    }
    default:
      return stays;
  }
}

function fieldErrorsOf(error: RegistrationErrorResponse, form: { field: string; fields: readonly string[] }) {
  const { fields = {} } = error;
  const refused =
    form.field === "*" ? fields : { [form.field]: fields[form.field] ?? defaultErrorKeys[error.error] ?? "format" };
  const errors = Object.entries(refused).map(
    ([name, key]) => [formName(name, form.fields), { key: readFieldErrorKey(key) }] as const,
  );
  return Object.fromEntries(errors.filter(([name]) => form.fields.includes(name)));
}

/** Field error of an error code, if the API does not name one. */
const defaultErrorKeys: Readonly<Partial<Record<RegistrationErrorCode, FieldErrorKey>>> = {
  INVALID_ACTIVATION_CODE: "wrong",
  PASSWORD_POLICY_VIOLATION: "containsEmail",
};

function formName(name: string, fields: readonly string[]): string {
  if (name === "securityCode" && isPinForm(fields)) return "securityPin";
  return formNames[name] ?? name;
}

function isPinForm(fields: readonly string[]): boolean {
  return fields.includes("securityPin");
}
