import type { OptionType } from "@vestibule/catalogue/account.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import { maskTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { ApiDeps } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";

/** Channels for a code, in display order: contacts on file, and SMS only when the server can send it. */
export function usableChannels(person: PolicyPerson, { canSendSms }: Pick<ApiDeps, "canSendSms">): OptionType[] {
  const channels: OptionType[] = [];
  if (person.email !== null) channels.push("EMAIL");
  if (canSendSms && person.cellPhone !== null && canReceiveSms(person.cellPhone)) channels.push("SMS");
  if (person.pinHash !== null && !person.pinSpent) channels.push("PIN");
  return channels;
}

/** Masked recipient of a channel, safe to display before verification; empty for a PIN. */
export function maskedChannel(type: OptionType, person: PolicyPerson): string {
  if (type === "SMS") return person.cellPhone === null ? "" : maskTelephone(person.cellPhone);
  if (type === "EMAIL") return person.email === null ? "" : maskEmail(person.email);
  return "";
}

const numberTypesWithSms: readonly string[] = ["MOBILE", "FIXED_LINE_OR_MOBILE"];
const numberTypesWithCalls: readonly string[] = [...numberTypesWithSms, "FIXED_LINE"];

/** Only Canadian numbers that can be mobile; premium, toll-free and other +1 countries are excluded. */
export function canReceiveSms(digits: string): boolean {
  return isCanadianNumber(digits, numberTypesWithSms);
}

/** As for text messages, with landlines; numbers of 600 and 622, which can cost the caller, are excluded. */
export function canReceiveCalls(digits: string): boolean {
  return isCanadianNumber(digits, numberTypesWithCalls);
}

function isCanadianNumber(digits: string, types: readonly string[]): boolean {
  const number = parsePhoneNumberFromString(digits, "CA");
  if (number?.country !== "CA" || !number.isValid()) return false;
  // 976 is the pay-per-call exchange in every area code.
  return types.includes(number.getType() ?? "") && number.nationalNumber.slice(3, 6) !== "976";
}
