import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { queueNotification } from "./notification.store.ts";
import type { Notifier } from "./notifier.port.ts";
import { renderMessage } from "./render.message.ts";

export interface NotifierDeps {
  brands: BrandBook;
  mode: "demo" | "production";
}

/** Queues a message in the caller's transaction. */
export function createNotifier({ brands, mode }: NotifierDeps): Notifier {
  return {
    notify: async (transaction, notice) => {
      const brand = brands.byId(notice.brandId);
      if (!brand) throw new Error(`a message for the unknown brand ${notice.brandId}`);
      // Renders the message once, so that a missing value fails the caller's transaction and not the worker.
      await renderMessage({ ...notice, expiresAt: new Date() }, { brand, mode });
      return queueNotification(transaction, notice);
    },
  };
}
