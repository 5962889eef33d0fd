import type { HttpSmsSettings } from "@vestibule/api/messages/http-sms.adapter.ts";
import type { z } from "zod";
import { readUrl, webhookSecretPattern } from "./setting-value.schema.ts";
import type { SettingName, settingsSchema } from "./settings.schema.ts";

/** Prefixes of the settings of the provider of text messages, and of the one that takes over. */
const prefixes = ["SMS", "SMS_FALLBACK"] as const;

type TextOf = (name: SettingName) => string | undefined;

/** Reports what the chosen providers of text messages need. */
export function smsConflicts(textOf: TextOf) {
  return [
    ...prefixes.flatMap((prefix) => conflictsOf(prefix, textOf)),
    {
      if: textOf("SMS_FALLBACK_URL") !== undefined && textOf("SMS_URL") === undefined,
      name: "SMS_URL",
      reason: "is missing (SMS_FALLBACK_URL is set)",
    },
  ];
}

function conflictsOf(prefix: (typeof prefixes)[number], textOf: TextOf) {
  const provider = providerOf(prefix, textOf);
  const isBuiltIn = provider !== "generic";
  const url = readUrl(textOf(`${prefix}_URL`) ?? "");
  const receiptSecret = textOf(`${prefix}_RECEIPT_SECRET`);
  const hasCredentials = Boolean(url?.username && (url.password || provider === "infobip"));
  return [
    ...([`${prefix}_URL`, `${prefix}_FROM`] as const).map((name) => ({
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
      if: isBuiltIn && url !== null && !hasCredentials,
      name: `${prefix}_URL`,
      reason: `has no credentials before the host (${prefix}_PROVIDER is ${provider})`,
    },
  ];
}

/** Warns of senders that the generic provider does not use. */
export function smsWarnings(textOf: TextOf) {
  return prefixes
    .filter((prefix) => textOf(`${prefix}_FROM`) && providerOf(prefix, textOf) === "generic")
    .map((prefix) => ({ name: `${prefix}_FROM`, reason: `has no effect: ${prefix}_PROVIDER is generic` }));
}

const providerOf = (prefix: (typeof prefixes)[number], textOf: TextOf) => textOf(`${prefix}_PROVIDER`) ?? "generic";

/** The provider of text messages, then the one that takes over; none where SMS_URL is unset. */
export function smsProviders(values: z.output<typeof settingsSchema>): HttpSmsSettings[] {
  return prefixes.flatMap((prefix) => {
    const url = values[`${prefix}_URL`];
    if (url === undefined) return [];
    const api = values[`${prefix}_PROVIDER`];
    const from = values[`${prefix}_FROM`];
    return [{ api, url, from, receiptSecret: values[`${prefix}_RECEIPT_SECRET`] }];
  });
}
