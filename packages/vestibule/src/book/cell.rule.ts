import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { CellRule } from "./cell-reader.rule.ts";

/** Turns a form's field rule into a cell rule that returns the normalised value. */
export function asField<T>(
  check: (text: string) => FieldFault | undefined,
  normalise: (text: string) => T | undefined,
): CellRule<T> {
  return (text) => (check(text) ? undefined : normalise(text));
}

/** One of the given words, case-insensitive. */
export function oneOf<Word extends string>(words: readonly Word[]): CellRule<Word> {
  return (text) => words.find((word) => word === text.toLowerCase());
}

export const personName: CellRule<string> = asField(checkName, normaliseText);

/** A real date from 1900 to today; the minimum age is checked by the registration form. */
export const birthDate: CellRule<string> = (text) => {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const moment = new Date(`${text}T00:00:00Z`);
  const real = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return real && moment.getTime() <= Date.now() ? text : undefined;
};

const yes = new Set(["true", "1", "yes", "y", "oui", "o"]);
const no = new Set(["false", "0", "no", "n", "non"]);

export const yesOrNo: CellRule<boolean> = (text) => {
  const word = text.toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
};
