import { genericSms } from "./generic-sms.rule.ts";
import { infobipSms } from "./infobip-sms.rule.ts";
import type { SmsApi } from "./sms-api.port.ts";
import { twilioSms } from "./twilio-sms.rule.ts";
import { vonageSms } from "./vonage-sms.rule.ts";

export const smsApiNames = ["generic", "twilio", "vonage", "infobip"] as const;
export type SmsApiName = (typeof smsApiNames)[number];

export const smsApis: Readonly<Record<SmsApiName, SmsApi>> = {
  generic: genericSms,
  twilio: twilioSms,
  vonage: vonageSms,
  infobip: infobipSms,
};
