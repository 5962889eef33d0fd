import type { Channel, NotificationId } from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Trx } from "../../platform/database.table.ts";

export interface Notice {
  notification: NotificationId;
  brandId: string;
  language: Language;
  channel: Channel;
  /** E-mail address, ten-digit telephone number, or postal name. */
  recipient: string;
  /** Values the template names, such as code, firstName, link, host. */
  facts: Record<string, string>;
}

export interface Notifier {
  /** Queues a message in the transaction that causes it; a worker sends it after commit. Returns the message's id. */
  notify(transaction: Trx, notice: Notice): Promise<string>;
}
