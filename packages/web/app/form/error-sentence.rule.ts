import type { FieldError } from "@vestibule/contract/fields/field-error.ts";

/** Spaces other than the common one, control and format characters, and those without a mark, alone or after a sign. */
const hidden = /^[!-~]?[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * Key of the sentence of a field error. Without `facts`, the variant `.plain` is used, which has no placeholders; for a
 * character that cannot be seen, the variant `.hidden`, which does not show it.
 */
export function errorSentenceKey(name: string, error: FieldError, has: (key: string) => boolean): string {
  const key = `fields:${name}.${error.key}`;
  if (hidden.test(String(error.facts?.character ?? ""))) return `${key}.hidden`;
  const plain = `${key}.plain`;
  return error.facts === undefined && has(plain) ? plain : key;
}
