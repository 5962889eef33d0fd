import { providerNames } from "@vestibule/api/messages/provider-apis.rule.ts";
import { setting } from "./setting-description.ts";
import * as value from "./setting-value.schema.ts";

const receiptSecretSetting = (provider: string, channel: string, page: string) =>
  setting(
    value.text,
    `What proves the receipts of ${provider} at /api/receipts/${channel}/PROVIDER; ${page}. Unset: none are accepted.`,
    { secret: true },
  );

/** Settings of the provider that takes over while the first one of the channel fails. */
const fallbackUrlSetting = (messages: string) =>
  setting(
    value.url("http", "https"),
    `URL of a second provider of ${messages}, which takes over while the first one fails. Unset: none.`,
    { secret: true, transport: "http" },
  );
const fallbackProviderSetting = <const N extends readonly [string, ...string[]]>(names: N, prefix: "SMS" | "VOICE") =>
  setting(value.choice(names), `As ${prefix}_PROVIDER, for ${prefix}_FALLBACK_URL.`, { default: "generic" });
const fallbackFromSetting = (prefix: "SMS" | "VOICE") =>
  setting(value.text, `As ${prefix}_FROM, for ${prefix}_FALLBACK_URL.`);
const fallbackReceiptSetting = (prefix: "SMS" | "VOICE") =>
  setting(value.text, `As ${prefix}_RECEIPT_SECRET, for ${prefix}_FALLBACK_PROVIDER.`, { secret: true });

/** The mail server and the providers of email, text messages and calls. */
export const messageSettings = {
  SMTP_URL: setting(
    value.url("smtp", "smtps"),
    "Mail server, such as `smtps://user:password@mail.example:465`. With EMAIL_URL too, it takes over while that provider fails. Both unset in demo mode: the outbox.",
    { secret: true, transport: "smtp" },
  ),
  EMAIL_URL: setting(
    value.url("http", "https"),
    "URL of EMAIL_PROVIDER with its credentials before the host. Unset: the mail server of SMTP_URL.",
    { secret: true, transport: "http" },
  ),
  EMAIL_PROVIDER: setting(value.choice(providerNames.email), "Whose HTTP interface answers at EMAIL_URL."),
  EMAIL_RECEIPT_SECRET: receiptSecretSetting(
    "EMAIL_PROVIDER",
    "email",
    "docs/connect/ses.md, docs/connect/postmark.md",
  ),
  SMS_URL: setting(
    value.url("http", "https"),
    "URL of the HTTP provider of text messages, `https://` unless it is in your own network. Unset in demo mode: the outbox; in production: none is offered.",
    { secret: true, transport: "http" },
  ),
  SMS_PROVIDER: setting(
    value.choice(providerNames.sms),
    "Whose HTTP interface answers at SMS_URL: `generic` is the one of docs/connect/sms.md, the others are the providers’ own.",
    { default: "generic" },
  ),
  SMS_FROM: setting(
    value.text,
    "Number or name that text messages come from, for every SMS_PROVIDER other than `generic`; for `twilio` also the SID of a messaging service.",
  ),
  SMS_RECEIPT_SECRET: receiptSecretSetting("SMS_PROVIDER", "sms", "docs/connect/sms.md"),
  SMS_FALLBACK_URL: fallbackUrlSetting("text messages"),
  SMS_FALLBACK_PROVIDER: fallbackProviderSetting(providerNames.sms, "SMS"),
  SMS_FALLBACK_FROM: fallbackFromSetting("SMS"),
  SMS_FALLBACK_RECEIPT_SECRET: fallbackReceiptSetting("SMS"),
  VOICE_URL: setting(
    value.url("http", "https"),
    "URL of the HTTP provider of calls, which speak a code, `https://` unless it is in your own network. Unset in demo mode: the outbox; in production: none is offered.",
    { secret: true, transport: "http" },
  ),
  VOICE_PROVIDER: setting(
    value.choice(providerNames.voice),
    "Whose HTTP interface answers at VOICE_URL: `generic` is the one of docs/connect/voice.md, the others are the providers’ own.",
    { default: "generic" },
  ),
  VOICE_FROM: setting(value.text, "Number that calls come from, for every VOICE_PROVIDER other than `generic`."),
  VOICE_RECEIPT_SECRET: receiptSecretSetting("VOICE_PROVIDER", "voice", "docs/connect/voice.md"),
  VOICE_FALLBACK_URL: fallbackUrlSetting("calls"),
  VOICE_FALLBACK_PROVIDER: fallbackProviderSetting(providerNames.voice, "VOICE"),
  VOICE_FALLBACK_FROM: fallbackFromSetting("VOICE"),
  VOICE_FALLBACK_RECEIPT_SECRET: fallbackReceiptSetting("VOICE"),
};
