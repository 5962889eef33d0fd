import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import { fallbackProvider } from "./fallback-provider.adapter.ts";
import { type HttpProviderSettings, httpProvider } from "./http-provider.adapter.ts";
import type { MessageProvider, MessageProviders } from "./message-provider.port.ts";
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
  /** Provider of email over HTTP. When absent, the mail server alone. */
  emailProvider?: HttpProviderSettings<"email"> | undefined;
  /** smtp:// or smtps:// URL; takes over where `emailProvider` fails. Without either, demo mode uses the outbox and production refuses the messages. */
  smtpUrl?: string | undefined;
  /** The SMS provider, then the one that takes over while it fails. When empty, as for `smtpUrl`. */
  smsProviders: readonly HttpProviderSettings<"sms">[];
  /** The provider of calls, then the one that takes over while it fails. When empty, as for `smtpUrl`. */
  voiceProviders: readonly HttpProviderSettings<"voice">[];
}

/** Selects a provider per channel. Without configuration, demo mode uses the outbox and production rejects messages. */
export function messageProviders(
  { mode, emailProvider, smtpUrl, smsProviders, voiceProviders }: ProviderSettings,
  onFallback: (channel: Channel) => void = () => {},
): MessageProviders {
  const otherwise = mode === "demo" ? outboxProvider : noProvider;
  const inOrder = (channel: Channel, [first = otherwise, fallback]: readonly MessageProvider[]) =>
    fallback ? fallbackProvider({ first, fallback }, () => onFallback(channel)) : first;
  return {
    EMAIL: inOrder("EMAIL", [
      ...(emailProvider ? [httpProvider("email", emailProvider)] : []),
      ...(smtpUrl ? [smtpProvider({ url: smtpUrl })] : []),
    ]),
    SMS: inOrder(
      "SMS",
      smsProviders.map((settings) => httpProvider("sms", settings)),
    ),
    VOICE: inOrder(
      "VOICE",
      voiceProviders.map((settings) => httpProvider("voice", settings)),
    ),
    LETTER: otherwise,
  };
}

/** Whether text messages reach people, or the outbox of the demo. */
export function canSendSms({ mode, smsProviders }: ProviderSettings): boolean {
  return mode === "demo" || smsProviders.length > 0;
}

/** Whether calls reach people, or the outbox of the demo. */
export function canCall({ mode, voiceProviders }: ProviderSettings): boolean {
  return mode === "demo" || voiceProviders.length > 0;
}
