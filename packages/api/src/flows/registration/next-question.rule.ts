import { factAtCreation } from "../../verification/knowledge-check.ts";
import type { StateV1 } from "./attempt-state.schema.ts";
import type { LegacyCall, Validated } from "./legacy-call.port.ts";
import { validated } from "./legacy-transition.rule.ts";

export type Standing = Pick<LegacyCall, "person" | "policies"> & { state: StateV1 };

/** What the person is asked next, derived from the registration alone. */
export function nextQuestion({ person, policies, state }: Standing): Validated {
  const { welcomed, username, question } = state;
  const identityFact = factAtCreation(policies);
  const { firstName, province: policyProvince } = person;
  if (welcomed) return validated(240, { action: "WELCOME_BACK", ...welcomed, policyProvince });
  if (username) return validated(200, { email: username.emailAsTyped, firstName, identityFact, policyProvince });
  if (question === undefined) return validated(240, { error: true });
  const { id, method, maskedEmail } = question;
  if (method === "ASKPASSWORD") {
    const shown = { id, method, ...(maskedEmail && { maskedValue: maskedEmail }) };
    // To join another person's account, a driver also verifies the mobile number on file.
    const beside = identityFact === "cellPhone" ? { identityFact } : {};
    const where = state.proof ? { policyProvince } : {};
    return validated(240, { action: method, twoFactorValidations: [shown], ...beside, ...where });
  }
  const onFile = person.emailAsTyped ?? person.email;
  const known = state.proof ? { firstName, policyProvince, ...(onFile && { email: onFile }) } : {};
  return validated(240, { action: method, twoFactorValidations: [{ id, method }], ...known });
}

/** Refuses a code after verification, with the next question but without personal data. */
export function provenBefore(standing: Standing): Validated {
  const { email, firstName, policyProvince, ...answer } = nextQuestion(standing).answer;
  return { kind: "validated", status: 240, answer: { ...answer, error: true } };
}
