import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import { awsSms } from "./aws-sms.rule.ts";
import { genericProvider } from "./generic-provider.rule.ts";
import { infobipSms } from "./infobip-sms.rule.ts";
import { infobipVoice } from "./infobip-voice.rule.ts";
import { postmarkEmail } from "./postmark-email.rule.ts";
import type { ProviderApi } from "./provider-api.port.ts";
import { sesEmail } from "./ses-email.rule.ts";
import { twilioSms } from "./twilio-sms.rule.ts";
import { twilioVoice } from "./twilio-voice.rule.ts";
import { vonageSms } from "./vonage-sms.rule.ts";
import { vonageVoice } from "./vonage-voice.rule.ts";

/** The providers over HTTP by channel, as settings, faults and the paths of receipts name them. */
export const providerApis = {
  email: { ses: sesEmail, postmark: postmarkEmail },
  sms: { generic: genericProvider, twilio: twilioSms, vonage: vonageSms, infobip: infobipSms, aws: awsSms },
  voice: { generic: genericProvider, twilio: twilioVoice, vonage: vonageVoice, infobip: infobipVoice },
} as const satisfies Record<string, Readonly<Record<string, ProviderApi>>>;

export type ProviderChannel = keyof typeof providerApis;
export type ProviderName<C extends ProviderChannel = ProviderChannel> = {
  [Any in C]: Extract<keyof (typeof providerApis)[Any], string>;
}[C];

export const channelOfProvider: Readonly<Record<ProviderChannel, Channel>> = {
  email: "EMAIL",
  sms: "SMS",
  voice: "VOICE",
};

export const providerNames = {
  email: ["ses", "postmark"],
  sms: ["generic", "twilio", "vonage", "infobip", "aws"],
  voice: ["generic", "twilio", "vonage", "infobip"],
} as const satisfies { [C in ProviderChannel]: readonly ProviderName<C>[] };

export function findProviderApi(channel: ProviderChannel, provider: string): ProviderApi | undefined {
  const ofChannel: Readonly<Record<string, ProviderApi>> = providerApis[channel];
  return Object.hasOwn(ofChannel, provider) ? ofChannel[provider] : undefined;
}
