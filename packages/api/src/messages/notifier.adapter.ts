import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { queueNotification } from "./notification.store.ts";
import type { MessageOrder, Notifier } from "./notifier.port.ts";
import { renderMessage } from "./render.message.ts";

export function createNotifier({ brands, mode }: { brands: BrandBook; mode: "demo" | "production" }): Notifier {
  /** Renders the message once, so that a missing value fails the caller and not the worker. */
  async function check(notice: MessageOrder): Promise<void> {
    const brand = brands.byId(notice.brandId);
    if (!brand) throw new Error(`a message for the unknown brand ${notice.brandId}`);
    await renderMessage({ ...notice, queuedAt: new Date(), expiresAt: new Date() }, { brand, mode });
  }

  return {
    async notify(transaction, notice) {
      await check(notice);
      return queueNotification(transaction, notice);
    },
  };
}
