import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Db } from "../platform/database.table.ts";
import { listNotifications } from "./notification.store.ts";
import { type RenderedMessage, renderMessage } from "./render.message.ts";

export interface OutboxMessage extends RenderedMessage {
  id: string;
  /** ISO time at which it was queued. */
  at: string;
  brand: string;
  language: Language;
  channel: Channel;
  to: string;
}

/**
 * Newest first, rendered on each call, without messages of brands that are no longer loaded and without those whose
 * values lack what the template needs, such as messages that an earlier version stored.
 */
export async function listOutbox(
  database: Db,
  brands: BrandBook,
  { limit }: { limit: number },
): Promise<OutboxMessage[]> {
  const stored = await listNotifications(database, { limit });
  const rendered = stored.map(async (message): Promise<OutboxMessage[]> => {
    const brand = brands.byId(message.brandId);
    const drawn = brand && (await renderMessage(message, { brand, mode: "demo" }).catch(() => undefined));
    if (drawn === undefined) return [];
    return [
      {
        id: message.id,
        at: message.queuedAt.toISOString(),
        brand: message.brandId,
        language: message.language,
        channel: message.channel,
        to: message.recipient,
        ...drawn,
      },
    ];
  });
  return (await Promise.all(rendered)).flat();
}
