/** Why a field's value is rejected. The sentence is `fields:<field>.<key>`. */
export const fieldErrorKeys = [
  "required",
  "minlength",
  "maxlength",
  "length",
  "lengthByProvince",
  "match",
  "email",
  "format",
  "phone",
  "mask",
  "date",
  "day",
  "month",
  "year",
  "dayMonth",
  "dayYear",
  "monthYear",
  "dayMonthYear",
  "noSuchDay",
  "age",
  "incomplete",
  "lowercase",
  "uppercase",
  "digit",
  "special",
  "invalidCharacter",
  "containsEmail",
  "reused",
  "common",
  "alreadyExists",
  "wrong",
  "wrongApp",
  "clockAhead",
  "clockBehind",
  "doubtful",
] as const;
export type FieldErrorKey = (typeof fieldErrorKeys)[number];

/** The key that a response of the API names; `format` for one of a newer version. */
export function readFieldErrorKey(key: string): FieldErrorKey {
  return fieldErrorKeys.find((one) => one === key) ?? "format";
}

export interface FieldError {
  key: FieldErrorKey;
  /** Values for the sentence: the rejected character, the part of the e-mail, a length. */
  facts?: Record<string, string | number>;
}

/** Errors of the field rules, by field; undefined where every field is valid. */
export function fieldErrors(errors: Record<string, FieldError | undefined>): Record<string, string> | undefined {
  const found = Object.entries(errors).flatMap(([field, error]) => (error ? [[field, error.key]] : []));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
