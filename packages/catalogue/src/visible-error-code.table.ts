/**
 * Codes of what broke, which a page may show behind the code of its own: those of the account system, and those with
 * which the gateway of ours ends at the technical roadblock. In lower case; they compare without it.
 */
export const visibleErrorCodes = [
  "lnr500120",
  "lnr500140",
  "lnr500150",
  "lnr500160",
  "0x13212077",
  "0x38cf04d7",
  "0x13212064",
  "0x132120d0",
] as const;
export type VisibleErrorCode = (typeof visibleErrorCodes)[number];

/** An insurer's own gateway may have more than these; what has another form is no code, and is never shown or kept. */
export const visibleErrorCodePattern = /^(0x[0-9a-f]{8}|lnr\d{6}|hpd[a-z]{2}\d{4}[a-z])$/i;

/** The code that is known by what a page showed. */
export function knownCode(shown: string): VisibleErrorCode | undefined {
  const code = shown.toLowerCase();
  return visibleErrorCodes.find((one) => one === code);
}
