import type { FieldError } from "./field-error.ts";
import { normaliseText } from "./text.rule.ts";

/**
 * Every form of apostrophe is allowed, because keyboards and word processors replace the typed one. A name may begin
 * with an apostrophe, such as ’t Hooft.
 */
const allowed = /^[\p{L}\p{M}'’‘´`′＇][\p{L}\p{M} '’‘´`′＇.-]*$/u;
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

/** Whether a name of the insurer's own files is one; it may have one letter, and only forms ask for two. */
export function isNameOnFile(text: string): boolean {
  const error = checkName(text);
  return error === undefined || (error.key === "minlength" && /\p{L}/u.test(text));
}

/** Shortens a name to `length` graphemes; a shortened name ends in an ellipsis. */
export function shortenName(name: string, length: number): string {
  const graphemes = [...new Intl.Segmenter("fr", { granularity: "grapheme" }).segment(name)].map(
    (part) => part.segment,
  );
  if (graphemes.length <= length) return name;
  const start = graphemes.slice(0, length - 1).join("");
  return `${start.trimEnd()}…`;
}
