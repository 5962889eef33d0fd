import { httpSmsProvider } from "./http-sms.adapter.ts";
import type { MessageProvider, MessageProviders } from "./message-provider.port.ts";
import type { SmsApiName } from "./sms-apis.rule.ts";
import { smtpProvider } from "./smtp.adapter.ts";

/** Accepts every message and sends none; the outbox page renders the stored messages. */
export const outboxProvider: MessageProvider = {
  deliver: async () => ({ kind: "accepted", providerMessageId: null }),
};

/** For a channel without a provider: the message is refused, with the reason stored. */
export const noProvider: MessageProvider = {
  deliver: async () => ({ kind: "refused", fault: "no provider" }),
};

export interface ProviderSettings {
  mode: "demo" | "production";
  /** smtp:// or smtps:// URL. When absent, demo mode uses the outbox and production refuses the messages. */
  smtpUrl?: string;
  /** URL of the SMS provider's endpoint. When absent, as for `smtpUrl`. */
  smsUrl?: string;
  smsApi: SmsApiName;
  smsFrom?: string;
}

/** Selects a provider per channel. Without configuration, demo mode uses the outbox and production rejects messages. */
export function messageProviders({ mode, smtpUrl, smsUrl, smsApi, smsFrom }: ProviderSettings): MessageProviders {
  const otherwise = mode === "demo" ? outboxProvider : noProvider;
  return {
    EMAIL: smtpUrl ? smtpProvider({ url: smtpUrl }) : otherwise,
    SMS: smsUrl ? httpSmsProvider({ api: smsApi, url: smsUrl, from: smsFrom }) : otherwise,
    LETTER: otherwise,
  };
}

/** Whether text messages reach people, or the outbox of the demo. */
export function canSendSms({ mode, smsUrl }: ProviderSettings): boolean {
  return mode === "demo" || smsUrl !== undefined;
}
