/** Text as it is judged and kept: no space in front, runs of white space (no-break and wide ones too) made one. */
export function tidyText(value: string): string {
  return value.replace(/[\s\u00a0\u200b\u3000]+/gu, " ").replace(/^ /, "");
}

/** `tidyText` without the space at the end either: for values that are compared or stored. */
export function normaliseText(value: string): string {
  return tidyText(value).trimEnd();
}

/** Characters that a person never types on purpose: controls, direction marks, zero-width ones, lone surrogates. */
export function hasInvisible(value: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u.test(value);
}
