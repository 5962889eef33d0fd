import { parsePhoneNumberFromString } from "libphonenumber-js/max";

const kindsThatTakeTexts = new Set(["MOBILE", "FIXED_LINE_OR_MOBILE"]);

/**
 * Whether a code may be texted to a number on file (ten digits): a Canadian one that can be a mobile.
 * Premium, toll-free, and the other countries that share +1 are never sent to.
 */
export function canReceiveSms(digits: string): boolean {
  const number = parsePhoneNumberFromString(digits, "CA");
  if (number?.country !== "CA" || !number.isValid()) return false;
  // 976 is the exchange of pay-per-call lines in every area code.
  return kindsThatTakeTexts.has(number.getType() ?? "") && number.nationalNumber.slice(3, 6) !== "976";
}
