import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";
import { positionAt, readAuditPage, type TrailPosition } from "../audit/audit-page.store.ts";
import type { Db } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { toEvents } from "./event.rule.ts";
import { insertDeliveries, lockWebhookPosition, moveWebhook, replayParked } from "./webhook.store.ts";

const pageLength = 200;

export type Subscription = Pick<Webhook, "id" | "brand" | "events">;

/** Queues the next page of events of a webhook. Returns whether there may be another. */
export function queueDeliveries(database: Db, webhook: Subscription): Promise<boolean> {
  return transact(database, async (transaction) => {
    const after = await lockWebhookPosition(transaction, webhook.id);
    if (after === undefined) return false;
    const { rows, next } = await readAuditPage(transaction, { after, limit: pageLength });
    if (rows.length === 0) return false;
    await insertDeliveries(transaction, webhook.id, rows.flatMap(toEvents).filter(isFor(webhook)));
    await moveWebhook(transaction, webhook.id, next);
    return rows.length === pageLength;
  });
}

/** Queues the parked deliveries of a webhook again and, with `since`, every event since then. Returns how many. */
export async function replayDeliveries(database: Db, webhook: Subscription, since: Date | undefined): Promise<number> {
  let count = await transact(database, (transaction) => replayParked(transaction, webhook.id));
  let after: TrailPosition | undefined = since && (await positionAt(database, since));
  while (after !== undefined) {
    const { rows, next } = await readAuditPage(database, { after, limit: pageLength });
    const events = rows.flatMap(toEvents).filter(isFor(webhook));
    count += await transact(database, (transaction) => insertDeliveries(transaction, webhook.id, events));
    after = rows.length < pageLength ? undefined : next;
  }
  return count;
}

const isFor =
  ({ brand, events }: Subscription) =>
  (event: PortalEvent) =>
    event.brand === brand && (events === "all" || events.some((type) => type === event.type));
