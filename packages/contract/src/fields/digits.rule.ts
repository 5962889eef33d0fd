/** Digits only; reads full-width ones. */
export function tidyDigits(value: string): string {
  return value.normalize("NFKC").replace(/\D/g, "");
}
