import { notifications } from "@vestibule/catalogue/notification.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { MessageJobs } from "./message-jobs.adapter.ts";
import { queueNotification } from "./notification.store.ts";
import type { Notifier } from "./notifier.port.ts";
import { renderMessage } from "./render.message.ts";

export interface NotifierParts {
  brands: BrandBook;
  jobs: MessageJobs;
  mode: "demo" | "production";
}

/** Writes the message and its job in one transaction with the act that causes them. */
export function createNotifier({ brands, jobs, mode }: NotifierParts): Notifier {
  return {
    notify: async (transaction, notice) => {
      const brand = brands.byId(notice.brandId);
      if (!brand) throw new Error(`a message for the brand ${notice.brandId}, which nobody carries`);
      // Drawn once now, so that a value forgotten by the caller stops the act and not, later, the worker.
      await renderMessage({ ...notice, expiresAt: new Date() }, { brand, mode });
      const messageId = await queueNotification(transaction, notice);
      const { lifetimeMinutes } = notifications[notice.notification];
      await jobs.add(transaction, { messageId, lifetimeMinutes });
      return messageId;
    },
  };
}
