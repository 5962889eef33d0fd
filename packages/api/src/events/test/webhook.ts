import { randomBytes } from "node:crypto";
import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

export const testWebhook = (webhook: Partial<Webhook> = {}): Webhook => ({
  id: "crm",
  brand: "belair",
  url: "https://crm.example/vestibule",
  events: "all",
  includesPersonId: false,
  allowPrivateAddress: true,
  secrets: [newWebhookSecret()],
  ...webhook,
});

export const testEvent: PortalEvent = {
  id: "evt_0123456789abcdef0123456789abcdef",
  type: "account.frozen",
  version: 1,
  timestamp: "2026-11-27T08:00:00.000Z",
  brand: "belair",
  actor: "person",
  accountId: "0b5a1d0e-8a3f-4f6a-9a35-6f0d3d1f2c11",
  data: {},
};
