import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { type FieldError, readFieldErrorKey } from "@vestibule/contract/fields/field-error.ts";
import { checkNewPassword, type PasswordPolicy, pieceOfEmail } from "@vestibule/contract/fields/password.rule.ts";
import type { AccountErrorResponse } from "@vestibule/contract/v1/account.schema.ts";
import { wrongIdentityFact } from "../form/identity-fact.rule.ts";

/** A submitted form that sets a password. */
export interface RefusedPassword {
  password: string;
  policy: PasswordPolicy;
  /** Absent when the page knows only the masked e-mail. */
  email?: string | undefined;
  /** Knowledge check that the form asks with the password; null without one. */
  fact: IdentityFact | null;
}

/** Maps an API error to field errors; undefined when the error concerns no field. */
export function refusedFields(
  error: AccountErrorResponse,
  form: RefusedPassword,
): Record<string, FieldError> | undefined {
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

/** A response that names no rule means that the password contains a part of the e-mail. */
function ruleOf({ fields }: AccountErrorResponse, { password, policy, email = "" }: RefusedPassword): FieldError {
  const key = readFieldErrorKey(fields?.password ?? "containsEmail");
  const piece = key === "containsEmail" ? pieceOfEmail(password, email) : undefined;
  if (piece !== undefined) return { key, facts: { piece } };
  if (key === "minlength") return { key, facts: { limit: policy.minLength } };
  if (key === "maxlength") return { key, facts: { limit: policy.maxLength } };
  return { key };
}

function namedCharacter({ password, policy, email = "" }: RefusedPassword): FieldError {
  const error = checkNewPassword(password, { policy, email });
  return error?.key === "invalidCharacter" ? error : { key: "invalidCharacter" };
}
