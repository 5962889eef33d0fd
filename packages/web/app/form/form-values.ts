import { joinDate } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";

/** Form values by field name. A field that was not submitted is absent. */
export type FormValues = Readonly<Partial<Record<string, string>>>;
export type FieldErrors = Readonly<Record<string, FieldError>>;
/** Validates one field; undefined if it is valid. `values` is for fields that depend on others. */
export type FieldRule = (value: string, values: FormValues) => FieldError | undefined;
export type FieldRules = Readonly<Record<string, FieldRule>>;

const secretNames: ReadonlySet<string> = new Set(["password", "passwordConfirmation", "loginPassword"]);

/** Secrets are neither trimmed nor sent back to the page. */
export function isSecret(name: string): boolean {
  return secretNames.has(name);
}

/**
 * Values of a form. Whitespace is trimmed and collapsed, except in secrets. The parts of a date (dobDay, dobMonth,
 * dobYear) are also joined to one value (dob).
 */
export function valuesOf(form: FormData): FormValues {
  const values: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === "string") values[name] = isSecret(name) ? value : normaliseText(value);
  for (const name of Object.keys(values)) {
    if (!name.endsWith("Day")) continue;
    const date = name.slice(0, -"Day".length);
    values[date] = joinDate({
      day: values[name] ?? "",
      month: values[`${date}Month`] ?? "",
      year: values[`${date}Year`] ?? "",
    });
  }
  return values;
}

/** Hidden field of a form that says that one attempt is left, so that an invalid form says it again. */
export const lastTryField = "lastTry";

/** Errors of all invalid fields, in the order of the rules. */
export function validateForm(values: FormValues, rules: FieldRules): FieldErrors {
  const errors: Record<string, FieldError> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const error = rule(values[name] ?? "", values);
    if (error !== undefined) errors[name] = error;
  }
  return errors;
}

export function hasFieldErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
