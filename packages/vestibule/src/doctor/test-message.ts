import { randomUUID } from "node:crypto";
import { messageProviders } from "@vestibule/api/messages/message-providers.adapter.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type Finding, fault, ok } from "./check.ts";

const text = "This is a test message from Vestibule. / Ceci est un message d’essai de Vestibule.";

/** Sends a test message through the configured provider: to an e-mail by mail, to digits by SMS. */
export async function sendTestMessage(order: { settings: Settings; brands: BrandBook; to: string }): Promise<Finding> {
  const { settings, brands, to } = order;
  const channel = to.includes("@") ? "EMAIL" : "SMS";
  const brand = brands.defaultBrand;
  const provider = messageProviders(settings)[channel];
  const delivery = await provider.deliver({
    id: randomUUID(),
    brandId: brand.id,
    language: brand.defaults.language,
    channel,
    to: channel === "SMS" ? to.replace(/\D/g, "").slice(-10) : to,
    from: { name: brand.mailFrom.name[brand.defaults.language], address: brand.mailFrom.address },
    subject: channel === "EMAIL" ? "Vestibule: test / essai" : null,
    text,
    html: null,
  });
  provider.close?.();
  return delivery.kind === "accepted"
    ? ok("test message", `accepted (${channel})`)
    : fault("test message", `${delivery.kind}: ${delivery.fault}`);
}
