import { parsePhoneNumberFromString } from "libphonenumber-js/max";

const kindsThatTakeTexts = new Set(["MOBILE", "FIXED_LINE_OR_MOBILE"]);

/**
 * Whether a code may be sent by SMS to a number on file (ten digits): only Canadian numbers that can be mobile.
 * Premium, toll-free and other +1 countries are excluded.
 */
export function canReceiveSms(digits: string): boolean {
  const number = parsePhoneNumberFromString(digits, "CA");
  if (number?.country !== "CA" || !number.isValid()) return false;
  // 976 is the pay-per-call exchange in every area code.
  return kindsThatTakeTexts.has(number.getType() ?? "") && number.nationalNumber.slice(3, 6) !== "976";
}
