/**
 * Error codes that a page may show beside its own: those of the account system, and those of the built-in gateway that
 * lead to the technical roadblock. Lower case; compared without case.
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

/** An outside gateway may have further codes; a value in any other format is never shown or stored. */
export const visibleErrorCodePattern = /^(0x[0-9a-f]{8}|lnr\d{6}|hpd[a-z]{2}\d{4}[a-z])$/i;

/** The known code of a displayed value. */
export function knownCode(shown: string): VisibleErrorCode | undefined {
  const code = shown.toLowerCase();
  return visibleErrorCodes.find((one) => one === code);
}
