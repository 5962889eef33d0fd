import type { HttpProviderSettings } from "@vestibule/api/messages/http-provider.adapter.ts";
import type { ProviderName } from "@vestibule/api/messages/provider-apis.rule.ts";
import { operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type { z } from "zod";
import { readUrl, webhookSecretPattern } from "./setting-value.schema.ts";
import type { SettingName, settingsSchema } from "./settings.schema.ts";

/** Prefixes of the settings of each provider of messages over HTTP. */
const telephonePrefixes = ["SMS", "SMS_FALLBACK", "VOICE", "VOICE_FALLBACK"] as const;
const prefixes = ["EMAIL", ...telephonePrefixes] as const;
type Prefix = (typeof prefixes)[number];

type TextOf = (name: SettingName) => string | undefined;

/** Providers whose URL has one credential before the host. */
const withOneCredential: readonly string[] = ["infobip", "postmark"] satisfies ProviderName[];
/** Providers whose receipts come by a topic of SNS. */
const byTopic: readonly string[] = ["aws", "ses"] satisfies ProviderName[];
const topicArn = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/;

/** Reports what the chosen providers of messages need. */
export function providerConflicts(textOf: TextOf) {
  const fallbacks = [
    ["SMS_URL", "SMS_FALLBACK_URL"],
    ["VOICE_URL", "VOICE_FALLBACK_URL"],
  ] as const;
  return [
    ...prefixes.flatMap((prefix) => conflictsOf(prefix, textOf)),
    ...fallbacks.map(([name, fallback]) => ({
      if: textOf(fallback) !== undefined && textOf(name) === undefined,
      name,
      reason: `is missing (${fallback} is set)`,
    })),
    {
      if: textOf("EMAIL_URL") !== undefined && textOf("EMAIL_PROVIDER") === undefined,
      name: "EMAIL_PROVIDER",
      reason: "is missing (EMAIL_URL is set)",
    },
  ];
}

function conflictsOf(prefix: Prefix, textOf: TextOf) {
  const provider = providerOf(prefix, textOf);
  const isBuiltIn = provider !== "generic";
  const url = readUrl(textOf(`${prefix}_URL`) ?? "");
  const receiptSecret = textOf(`${prefix}_RECEIPT_SECRET`);
  const hasCredentials = Boolean(url?.username && (url.password || withOneCredential.includes(provider)));
  const needed = prefix === "EMAIL" ? (["EMAIL_URL"] as const) : ([`${prefix}_URL`, `${prefix}_FROM`] as const);
  return [
    ...needed.map((name) => ({
      if: isBuiltIn && textOf(name) === undefined,
      name,
      reason: `is missing (${prefix}_PROVIDER is ${provider})`,
    })),
    {
      if: receiptSecret !== undefined && url === null,
      name: `${prefix}_RECEIPT_SECRET`,
      reason: `has no effect without ${prefix}_URL`,
    },
    {
      if: receiptSecret !== undefined && !isBuiltIn && !webhookSecretPattern.test(receiptSecret),
      name: `${prefix}_RECEIPT_SECRET`,
      reason: "is not whsec_ and 24 to 64 bytes in base64",
    },
    {
      if: receiptSecret !== undefined && byTopic.includes(provider) && !topicArn.test(receiptSecret),
      name: `${prefix}_RECEIPT_SECRET`,
      reason: "is not the ARN of a topic of SNS",
    },
    {
      if: isBuiltIn && url !== null && !hasCredentials,
      name: `${prefix}_URL`,
      reason: `has no credentials before the host (${prefix}_PROVIDER is ${provider})`,
    },
  ];
}

/** Warns of senders that the generic provider does not use. */
export function providerWarnings(textOf: TextOf) {
  return telephonePrefixes
    .filter((prefix) => textOf(`${prefix}_FROM`) && providerOf(prefix, textOf) === "generic")
    .map((prefix) => ({
      name: `${prefix}_FROM`,
      reason: operatorText("warning.genericProvider", { setting: `${prefix}_PROVIDER` }),
    }));
}

const providerOf = (prefix: Prefix, textOf: TextOf) => textOf(`${prefix}_PROVIDER`) ?? "generic";

type Values = z.output<typeof settingsSchema>;

/** The providers of messages; of a channel the first, then the one that takes over. */
export function providersOf(values: Values) {
  return {
    emailProvider: emailProvider(values),
    smtpUrl: values.SMTP_URL,
    smsProviders: telephoneProviders(values, "SMS"),
    voiceProviders: telephoneProviders(values, "VOICE"),
  };
}

function emailProvider(values: Values): HttpProviderSettings<"email"> | undefined {
  const { EMAIL_URL: url, EMAIL_PROVIDER: api, EMAIL_RECEIPT_SECRET: receiptSecret } = values;
  return url !== undefined && api !== undefined ? { api, url, receiptSecret } : undefined;
}

function telephoneProviders<C extends "SMS" | "VOICE">(
  values: Values,
  channel: C,
): HttpProviderSettings<Lowercase<C>>[] {
  return ([channel, `${channel}_FALLBACK`] as const).flatMap((prefix) => {
    const url = values[`${prefix}_URL`];
    if (url === undefined) return [];
    const api = values[`${prefix}_PROVIDER`] as ProviderName<Lowercase<C>>;
    const from = values[`${prefix}_FROM`];
    return [{ api, url, from, receiptSecret: values[`${prefix}_RECEIPT_SECRET`] }];
  });
}

/** The providers whose receipts are accepted, with the secrets that prove them. */
export function receiptSources({ emailProvider, smsProviders, voiceProviders }: ReturnType<typeof providersOf>) {
  const all = [
    ...(emailProvider ? [{ channel: "email" as const, ...emailProvider }] : []),
    ...smsProviders.map((provider) => ({ channel: "sms" as const, ...provider })),
    ...voiceProviders.map((provider) => ({ channel: "voice" as const, ...provider })),
  ];
  return all.flatMap(({ channel, api, receiptSecret: secret }) => (secret ? [{ channel, api, secret }] : []));
}
