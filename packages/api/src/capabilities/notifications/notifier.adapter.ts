import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { queueNotification } from "./notification.store.ts";
import type { Notifier } from "./notifier.port.ts";
import { renderMessage } from "./render.message.ts";

export interface NotifierDeps {
  brands: BrandBook;
  mode: "demo" | "production";
}

/** Queues the message in one transaction with the act that causes it. */
export function createNotifier({ brands, mode }: NotifierDeps): Notifier {
  return {
    notify: async (transaction, notice) => {
      const brand = brands.byId(notice.brandId);
      if (!brand) throw new Error(`a message for the brand ${notice.brandId}, which nobody carries`);
      // Drawn once now, so that a value forgotten by the caller stops the act and not, later, the worker.
      await renderMessage({ ...notice, expiresAt: new Date() }, { brand, mode });
      return queueNotification(transaction, notice);
    },
  };
}
