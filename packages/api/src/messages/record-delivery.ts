import type { Channel, NotificationId } from "@vestibule/catalogue/notification.table.ts";
import type { AuditEvent, Auditor } from "../audit/auditor.port.ts";
import type { Db } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";
import type { Delivery } from "./message-provider.port.ts";
import { type QueuedNotification, type Settlement, settleNotification } from "./notification.store.ts";
import type { Receipt } from "./provider-api.port.ts";
import { addReceipt } from "./receipt.store.ts";

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
    const result = settlement.delivery.fault.replaceAll(" ", "-");
    if (wasOpen) await auditor.record(transaction, eventOf(message, { event: "message.refused", result }));
  });
}

/** Stores what a provider reports about a message. The same receipt again, or of an unknown message, changes nothing. */
export function recordReceipt({ database, auditor }: RecordDeps, channel: Channel, receipt: Receipt): Promise<void> {
  return transact(database, async (transaction) => {
    const message = await addReceipt(transaction, channel, receipt);
    if (message === undefined || receipt.kind === "delivered") return;
    await auditor.record(transaction, eventOf(message, { event: "message.undelivered", result: receipt.reason }));
  });
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
