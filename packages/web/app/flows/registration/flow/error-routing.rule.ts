import { type RegistrationErrorCode, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { FieldFault, FieldFaultKey } from "@vestibule/contract/fields/field-fault.ts";
import type { RegistrationErrorAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import type { PageOutcome } from "../../../api/response-outcome.rule.ts";

/** What a page does with a refused call. */
export type RegistrationOutcome =
  | {
      kind: "stays";
      code: RegistrationErrorCode;
      faults: Record<string, FieldFault>;
      waitSeconds?: number;
      /** Attempts left, where the API says it. */
      triesLeft?: number;
    }
  /** `isOtherRole`: every detail matched except the role. */
  | (Extract<PageOutcome, { kind: "roadblock" }> & { letter?: "offered"; isOtherRole?: true })
  | { kind: "sessionEnded" }
  | { kind: "sessionPage" }
  /** The token was replaced by a newer one: the API processed nothing. */
  | { kind: "replaced" };

interface RefusedCall {
  error: RegistrationErrorAnswer;
  retryAfterSeconds?: number;
}

interface RoutingFacts {
  /** The brand's roadblock for too many wrong PINs. */
  pinRoadblock: RaisedRoadblockId;
  /** Names of the submitted fields. A wrong PIN is shown at its own field. */
  fields: readonly string[];
}

/** Form names of fields that the API names differently. */
const formNames: Readonly<Record<string, string>> = { dateOfBirth: "dob", profileId: "profileOption" };

/** Maps an error to its result by its table row. The only place that decides this. */
export function routeError({ error, retryAfterSeconds }: RefusedCall, facts: RoutingFacts): RegistrationOutcome {
  const { outcome } = registrationErrors[error.error];
  const tries = error.triesLeft === undefined ? {} : { triesLeft: error.triesLeft };
  switch (outcome.kind) {
    case "sessionEnded":
      return error.message === "jwt replaced" ? { kind: "replaced" } : { kind: "sessionEnded" };
    case "roadblock": {
      const isPin = outcome.roadblock === "identity-verification" && isPinForm(facts.fields);
      return {
        kind: "roadblock",
        roadblock: isPin ? facts.pinRoadblock : outcome.roadblock,
        ...(error.until === undefined ? {} : { until: error.until }),
        ...(isPin && { letter: "offered" }),
        ...(error.reason === "role" && { isOtherRole: true }),
        ...((error.reason === "wrongCodes" || error.reason === "codesSent") && { codes: error.reason }),
      };
    }
    case "currentPage":
      return { kind: "sessionPage" };
    case "wait":
      return { kind: "stays", code: error.error, faults: {}, waitSeconds: retryAfterSeconds ?? 60 };
    case "field": {
      // This error asks whether the e-mail is shared, which needs a notice instead of a field error.
      if (error.error === "EMAIL_ALREADY_EXISTS") return { kind: "stays", code: error.error, faults: {}, ...tries };
      const faults = fieldFaults(error, { field: outcome.field, fields: facts.fields });
      // None of the submitted fields was refused, so the form belongs to another page.
      return Object.keys(faults).length === 0
        ? { kind: "sessionPage" }
        : { kind: "stays", code: error.error, faults, ...tries };
    }
    default:
      return { kind: "stays", code: error.error, faults: {}, ...tries };
  }
}

function fieldFaults(error: RegistrationErrorAnswer, form: { field: string; fields: readonly string[] }) {
  const refused: Record<string, FieldFaultKey> =
    form.field === "*"
      ? ((error.fields as Record<string, FieldFaultKey> | undefined) ?? {})
      : { [form.field]: (error.fields?.[form.field] as FieldFaultKey | undefined) ?? faultOf[error.error] ?? "format" };
  const faults = Object.entries(refused).map(([name, key]) => [formName(name, form.fields), { key }] as const);
  return Object.fromEntries(faults.filter(([name]) => form.fields.includes(name)));
}

/** Field error for a code that implies its field. */
const faultOf: Readonly<Partial<Record<RegistrationErrorCode, FieldFaultKey>>> = {
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
