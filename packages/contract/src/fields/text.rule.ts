/**
 * Characters without a mark that are copied along with a text: direction marks, soft hyphens, the place of an
 * embedded object, the blank of braille, and control characters other than white space and
 * NUL, which no copied text has.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]|(?![\s\u0085\0])\p{Cc}/gu;
/** JavaScript's white space, and the next line (NEL) of Unicode's. */
const whiteSpace = /[\s\u0085]+/gu;
/** Unicode's dashes, and the modifier minus, the hyphen bullet and the heavy minus, which it does not count as dashes. */
const dash = /[\p{Dash}\u02d7\u2043\u2796]/gu;

/**
 * Text as it is checked: no invisible character, each dash as a hyphen, each run of white space (no-break and wide ones
 * too) as one space, no leading space.
 */
export function tidyText(value: string): string {
  return value.replace(invisible, "").replace(dash, "-").replace(whiteSpace, " ").replace(/^ /, "");
}

/** `tidyText` without the trailing space and with composed letters (NFC), for values that are compared or stored. */
export function normaliseText(value: string): string {
  return tidyText(value).trimEnd().normalize("NFC");
}

/**
 * A number or code as it is compared: without dashes and spaces, in upper case; reads full-width characters and the
 * digits of every script. Not for an e-mail, in which a full-width character is another character.
 */
export function normaliseNumber(value: string): string {
  return normaliseText(plainDigits(value)).replace(/[ -]/g, "").toUpperCase();
}

/** Digits only; reads full-width ones and those of every script. */
export function tidyDigits(value: string): string {
  return plainDigits(value).replace(/\D/g, "");
}

/** Replaces full-width characters by plain ones, and digits of every script, such as Arabic ones, by 0 to 9. */
export function plainDigits(value: string): string {
  return value.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Unicode gives the ten digits of a script consecutive numbers, zero first. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
