import type { Channel, NotificationId } from "@vestibule/catalogue/notification.table.ts";
import type { AuditEvent, Auditor } from "../audit/auditor.port.ts";
import type { Db, Trx } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { type Delivery, faultCode } from "./message-provider.port.ts";
import { type QueuedNotification, type Settlement, settleNotification } from "./notification.store.ts";
import type { Receipt } from "./provider-api.port.ts";
import { addReceipt, keepEarlyReceipt, takeEarlyReceipts } from "./receipt.store.ts";

interface RecordDeps {
  database: Db;
  auditor: Auditor;
}

interface Refusal extends Settlement {
  delivery: Extract<Delivery, { kind: "refused" }>;
}

/** Closes a message that its provider refused for good. */
export function recordRefusedMessage(
  { database, auditor }: RecordDeps,
  { message, settlement }: { message: QueuedNotification; settlement: Refusal },
): Promise<void> {
  return transact(database, async (transaction) => {
    const wasOpen = await settleNotification(transaction, settlement);
    const result = faultCode(settlement.delivery);
    if (wasOpen) await auditor.record(transaction, eventOf(message, { event: "message.refused", result }));
  });
}

/**
 * Stores what a provider reports about a message. The same receipt again changes nothing. One that comes before its
 * message is recorded as accepted waits for that.
 */
export async function recordReceipt(deps: RecordDeps, channel: Channel, receipt: Receipt): Promise<void> {
  const isStored = await transact(deps.database, (transaction) => storeReceipt(deps, transaction, channel, receipt));
  if (isStored) return;
  await keepEarlyReceipt(deps.database, channel, receipt);
  // The worker may have recorded the message before it could find the receipt.
  await recordEarlyReceipts(deps, { channel, id: receipt.id });
}

/** Stores what the provider reported about a message before it was recorded as accepted, if it is by now. */
export function recordEarlyReceipts(deps: RecordDeps, message: { channel: Channel; id: string }): Promise<void> {
  return transact(deps.database, async (transaction) => {
    for (const receipt of await takeEarlyReceipts(transaction, message))
      await storeReceipt(deps, transaction, message.channel, receipt);
  });
}

/** False where the message is unknown, or has a receipt that this one does not replace. */
async function storeReceipt(
  { auditor }: RecordDeps,
  transaction: Trx,
  channel: Channel,
  receipt: Receipt,
): Promise<boolean> {
  const message = await addReceipt(transaction, channel, receipt);
  if (message !== undefined && receipt.kind === "undelivered")
    await auditor.record(transaction, eventOf(message, { event: "message.undelivered", result: receipt.reason }));
  return message !== undefined;
}

function eventOf(
  message: { notification: NotificationId; channel: Channel; brandId: string; journeyId: string | null },
  event: Pick<AuditEvent, "event" | "result">,
): AuditEvent {
  const { notification, channel, brandId, journeyId } = message;
  return {
    ...event,
    brandId,
    ...(journeyId && { journeyId }),
    actor: "service",
    facts: { message: notification, channel },
  };
}
