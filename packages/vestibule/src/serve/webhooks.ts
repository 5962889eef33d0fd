import { readFile } from "node:fs/promises";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type Webhook, webhooksSchema } from "@vestibule/contract/internal/webhook.schema.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";
import { describeBrandFault } from "../brands/describe-brand-fault.rule.ts";
import { readJson } from "../brands/json-file.rule.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { StartupError } from "./startup-error.ts";

type WebhookSettings = Pick<Settings, "webhooksFile" | "webhookSecrets">;

/** Reads the webhooks of WEBHOOKS_FILE with their secrets; `faults` has a sentence for each thing that is wrong. */
export async function readWebhooks(
  { webhooksFile: file, webhookSecrets }: WebhookSettings,
  brands: Pick<BrandBook, "brands">,
): Promise<{ webhooks: Webhook[]; faults: OperatorText[] }> {
  const opened = file === undefined ? { text: "{}" } : await readText(file);
  if ("code" in opened)
    return {
      webhooks: [],
      faults: [operatorText("fileUnreadable", { setting: "WEBHOOKS_FILE", code: String(opened.code) })],
    };
  const read = readJson(webhooksSchema, opened.text);
  if (read.kind === "invalid")
    return {
      webhooks: [],
      faults: read.findings.map((finding) => describeBrandFault({ file: file ?? "", ...finding })),
    };
  const ids = brands.brands.map(({ id }) => id);
  const webhooks = Object.entries(read.data).map(([id, webhook]) => ({
    id,
    ...webhook,
    secrets: webhookSecrets.filter(([name]) => name === id).map(([, secret]) => secret),
  }));
  const unknown = webhookSecrets.map(([name]) => name).filter((name) => !Object.hasOwn(read.data, name));
  return {
    webhooks,
    faults: [
      ...webhooks
        .filter(({ brand }) => !ids.includes(brand))
        .map(({ id, brand }) =>
          operatorText("webhookBrand", { place: `${file}:${id}.brand`, brand, brands: ids.join(", ") }),
        ),
      ...webhooks
        .filter(({ secrets }) => secrets.length === 0)
        .map(({ id }) => operatorText("webhookSecretMissing", { id })),
      ...[...new Set(unknown)].map((id) => operatorText("webhookSecretUnknown", { id })),
    ],
  };
}

function readText(file: string): Promise<{ text: string } | { code: string | undefined }> {
  return readFile(file, "utf8").then(
    (text) => ({ text }),
    ({ code }: NodeJS.ErrnoException) => ({ code }),
  );
}

/** Reads the webhooks, or throws StartupError. */
export async function openWebhooks(settings: WebhookSettings, brands: BrandBook): Promise<Webhook[]> {
  const { webhooks, faults } = await readWebhooks(settings, brands);
  if (faults.length > 0) throw new StartupError(faults);
  return webhooks;
}
