/** Text as it is checked: no leading space, each run of white space (no-break and wide ones too) as one space. */
export function tidyText(value: string): string {
  return value.replace(/[\s\u00a0\u200b\u3000]+/gu, " ").replace(/^ /, "");
}

/** `tidyText` without the trailing space, for values that are compared or stored. */
export function normaliseText(value: string): string {
  return tidyText(value).trimEnd();
}

/** A policy or licence number as it is compared: without dashes and spaces, in upper case. */
export function normaliseNumber(value: string): string {
  return normaliseText(value)
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();
}

/** Digits only; reads full-width ones. */
export function tidyDigits(value: string): string {
  return value.normalize("NFKC").replace(/\D/g, "");
}
