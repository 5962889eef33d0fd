import { httpSmsProvider } from "./http-sms.adapter.ts";
import type { MessageProviders } from "./message-provider.port.ts";
import { noProvider, outboxProvider } from "./outbox-provider.adapter.ts";
import { smtpProvider } from "./smtp.adapter.ts";

export interface ProviderSettings {
  mode: "demo" | "production";
  /** smtp:// or smtps:// URL; absent: the outbox in demo mode, refused in production. */
  smtpUrl?: string;
  /** URL of the SMS provider's endpoint; absent: as above. */
  smsUrl?: string;
}

/** Selects a provider per channel. Without configuration, demo mode uses the outbox and production rejects messages. */
export function messageProviders({ mode, smtpUrl, smsUrl }: ProviderSettings): MessageProviders {
  const otherwise = mode === "demo" ? outboxProvider : noProvider;
  return {
    EMAIL: smtpUrl ? smtpProvider({ url: smtpUrl }) : otherwise,
    SMS: smsUrl ? httpSmsProvider({ url: smsUrl }) : otherwise,
    LETTER: otherwise,
  };
}
