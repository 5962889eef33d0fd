import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import type { FieldFault, FieldFaultKey } from "@vestibule/contract/fields/field-fault.ts";
import { checkNewPassword, pieceOfEmail } from "@vestibule/contract/fields/password.rule.ts";
import type { AccountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import type { FieldFaults } from "../../../form/form-values.ts";
import { wrongIdentityFact } from "../../../form/identity-fact.rule.ts";
import type { ResetFacts } from "./reset.rule.ts";

type RefusedForm = ResetFacts & { password: string };

/** Which field a refusal of the API belongs to, and why; undefined where it is about no field. */
export function refusedFields(error: AccountErrorAnswer, form: RefusedForm): FieldFaults | undefined {
  const { wrongIdentityFact: wrongFact, passwordReused, passwordRefused, invalidCharacter } = accountErrors;
  switch (error.errorCode) {
    case wrongFact.errorCode:
      return form.fact === null ? undefined : wrongIdentityFact(form.fact);
    case passwordReused.errorCode:
      return { password: { key: "reused" } };
    case passwordRefused.errorCode:
      return { password: ruleOf(error, form) };
    case invalidCharacter.errorCode:
      return { password: namedCharacter(form) };
    default:
      return undefined;
  }
}

/** Without a rule named, the code alone says that a piece of the e-mail is in it. */
function ruleOf({ fields }: AccountErrorAnswer, { password, policy, email = "" }: RefusedForm): FieldFault {
  const key = (fields?.password ?? "containsEmail") as FieldFaultKey;
  const piece = key === "containsEmail" ? pieceOfEmail(password, email) : undefined;
  if (piece !== undefined) return { key, facts: { piece } };
  if (key === "minlength") return { key, facts: { limit: policy.minLength } };
  if (key === "maxlength") return { key, facts: { limit: policy.maxLength } };
  return { key };
}

function namedCharacter({ password, policy, email = "" }: RefusedForm): FieldFault {
  const fault = checkNewPassword(password, { policy, email });
  return fault?.key === "invalidCharacter" ? fault : { key: "invalidCharacter" };
}
