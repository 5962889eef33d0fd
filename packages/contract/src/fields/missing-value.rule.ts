/** What databases, spreadsheets and people write where a value is missing. */
const missingWords = new Set([
  ...["null", "(null)", "\\n", "nil", "none", "nan", "n/a", "#n/a", "unknown"],
  ...["n/d", "s/o", "aucun", "aucune", "inconnu", "inconnue", "-", "--"],
]);

/** Whether a text of the insurer's own files says that a value is missing. Not for a name: Null is a surname. */
export function isMissingWord(text: string): boolean {
  return missingWords.has(text.toLowerCase());
}

/** The insurer's own id of a person. Null for an id of zeros alone, which would join all people without one. */
export function readPersonId(text: string | null | undefined): string | null {
  return !text || isMissingWord(text) || /^0+$/.test(text) ? null : text;
}
