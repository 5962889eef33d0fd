import type { FieldError } from "./field-error.ts";
import { normaliseText } from "./text.rule.ts";

/**
 * Every form of apostrophe is allowed, because keyboards and word processors replace the typed one. A name may begin
 * with an apostrophe, such as ’t Hooft.
 */
const allowed = /^[\p{L}\p{M}'’‘‛´`′׳＇][\p{L}\p{M} '’‘‛´`′׳＇.-]*$/u;
/** Letters that are written as an apostrophe, such as ʻ and ʼ, do not count as letters. */
const letters = /(?!\p{Lm})\p{L}/gu;

/** At least two letters; letters with accents, space, apostrophe, hyphen, full stop; 254 characters at most. */
export function checkName(value: string): FieldError | undefined {
  const name = normaliseText(value);
  if (name === "") return { key: "required" };
  if (name.length > 254) return { key: "maxlength", facts: { limit: 254 } };
  if (!allowed.test(name)) return { key: "format" };
  return (name.match(letters) ?? []).length < 2 ? { key: "minlength", facts: { limit: 2 } } : undefined;
}

/**
 * Whether a text of the insurer's own files is a name. It may have one letter, and digits and signs such as in "Roy,
 * Jr. (3rd)"; only forms refuse those. The rest is a cell of another column, a formula, or has characters that were lost.
 */
export function isNameOnFile(text: string): boolean {
  const name = normaliseText(text);
  return name.length <= 254 && /\p{L}/u.test(name) && !/^[-+]|[\p{C}<>=@\ufffd]/u.test(name);
}

/** Shortens a name to `length` graphemes; a shortened name ends in an ellipsis. */
export function shortenName(name: string, length: number): string {
  // Letters with their accents, and joined signs; Firefox 115 has no Intl.Segmenter.
  const graphemes = name.match(/\P{M}\p{M}*(?:\u200d\P{M}\p{M}*)*|\p{M}+/gu) ?? [];
  if (graphemes.length <= length) return name;
  const start = graphemes.slice(0, length - 1).join("");
  return `${start.trimEnd()}…`;
}
