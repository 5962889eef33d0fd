import { fallbackProvider } from "./fallback-provider.adapter.ts";
import { genericProvider } from "./generic-provider.rule.ts";
import { httpProvider } from "./http-provider.adapter.ts";
import { type HttpSmsSettings, httpSmsProvider } from "./http-sms.adapter.ts";
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
  /** smtp:// or smtps:// URL. When absent, demo mode uses the outbox and production refuses the messages. */
  smtpUrl?: string;
  /** The SMS provider, then the one that takes over while it fails. When empty, as for `smtpUrl`. */
  smsProviders: readonly HttpSmsSettings[];
  /** URL of the provider of calls. When absent, as for `smtpUrl`. */
  voiceUrl?: string | undefined;
}

/** Selects a provider per channel. Without configuration, demo mode uses the outbox and production rejects messages. */
export function messageProviders(
  { mode, smtpUrl, smsProviders, voiceUrl }: ProviderSettings,
  onSmsFallback: () => void = () => {},
): MessageProviders {
  const otherwise = mode === "demo" ? outboxProvider : noProvider;
  const [first = otherwise, fallback] = smsProviders.map(httpSmsProvider);
  return {
    EMAIL: smtpUrl ? smtpProvider({ url: smtpUrl }) : otherwise,
    SMS: fallback ? fallbackProvider({ first, fallback }, onSmsFallback) : first,
    VOICE: voiceUrl ? httpProvider({ name: "voice", api: genericProvider }, { url: voiceUrl }) : otherwise,
    LETTER: otherwise,
  };
}

/** Whether text messages reach people, or the outbox of the demo. */
export function canSendSms({ mode, smsProviders }: ProviderSettings): boolean {
  return mode === "demo" || smsProviders.length > 0;
}

/** Whether calls reach people, or the outbox of the demo. */
export function canCall({ mode, voiceUrl }: ProviderSettings): boolean {
  return mode === "demo" || voiceUrl !== undefined;
}
