import { httpSmsProvider } from "./http-sms.adapter.ts";
import type { MessageProviders } from "./message-provider.port.ts";
import { noProvider, outboxProvider } from "./outbox-provider.adapter.ts";
import { smtpProvider } from "./smtp.adapter.ts";

export interface ProviderSettings {
  mode: "demo" | "production";
  /** smtp:// or smtps:// address; absent: the outbox in demo mode, refused in production. */
  smtpUrl?: string;
  /** Address of the SMS provider's endpoint; absent: as above. */
  smsUrl?: string;
}

/** Who carries what. A channel without a provider is the outbox's in demo mode and nobody's in production. */
export function messageProviders({ mode, smtpUrl, smsUrl }: ProviderSettings): MessageProviders {
  const otherwise = mode === "demo" ? outboxProvider : noProvider;
  return {
    EMAIL: smtpUrl ? smtpProvider({ url: smtpUrl }) : otherwise,
    SMS: smsUrl ? httpSmsProvider({ url: smsUrl }) : otherwise,
    LETTER: otherwise,
  };
}
