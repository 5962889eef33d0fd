import { type Channel, type NotificationId, notifications } from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type Selectable, sql } from "kysely";
import { appNow } from "../../platform/database.adapter.ts";
import type { Database, Db, DbOrTrx, Trx } from "../../platform/database.table.ts";
import type { Notice } from "./notifier.port.ts";

/** A message as it is kept: who gets which template with which values, and until when it is worth sending. */
export interface QueuedNotification {
  id: string;
  notification: NotificationId;
  brandId: string;
  language: Language;
  channel: Channel;
  recipient: string;
  facts: Readonly<Record<string, string>>;
  queuedAt: Date;
  expiresAt: Date;
  attempts: number;
}

export type Claim =
  | { kind: "claimed"; message: QueuedNotification }
  /** Another worker holds it. */
  | { kind: "busy" }
  /** Its time was over; it is marked so, and was never accepted. */
  | { kind: "expired"; attempts: number }
  /** Accepted, refused or expired before. */
  | { kind: "settled" };

const minutesFromNow = (minutes: number) => sql<Date>`app_now() + make_interval(mins => ${minutes})`;
const secondsFromNow = (seconds: number) => sql<Date>`app_now() + make_interval(secs => ${seconds})`;
const notHeld = sql<boolean>`(claimed_until is null or claimed_until <= app_now())`;

export async function queueNotification(transaction: Trx, notice: Notice): Promise<string> {
  const { id } = await transaction
    .insertInto("notification")
    .values({
      kind: notice.notification,
      brand: notice.brandId,
      language: notice.language,
      channel: notice.channel,
      recipient: notice.recipient,
      facts: JSON.stringify(notice.facts),
      expires_at: endOf(notice),
      journey_id: notice.journeyId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A message about a link ends with the link, where that is sooner. */
function endOf({ notification, facts }: Notice) {
  const ownEnd = minutesFromNow(notifications[notification].lifetimeMinutes);
  return sql<Date>`least(${ownEnd}, ${facts.linkEndsAt ?? null}::timestamptz)`;
}

/** Takes a queued message for `leaseSeconds`; one statement decides, so that two workers never hold the same. */
export async function claimNotification(
  database: Db,
  { id, leaseSeconds }: { id: string; leaseSeconds: number },
): Promise<Claim> {
  const claimed = await database
    .updateTable("notification")
    .set({ claimed_until: secondsFromNow(leaseSeconds), attempts: sql`attempts + 1` })
    .where("id", "=", id)
    .where("status", "=", "queued")
    .where("expires_at", ">", appNow)
    .where(notHeld)
    .returningAll()
    .executeTakeFirst();
  if (claimed) return { kind: "claimed", message: asQueued(claimed) };
  const expired = await database
    .updateTable("notification")
    .set({ status: "expired", done_at: appNow, claimed_until: null })
    .where("id", "=", id)
    .where("status", "=", "queued")
    .where("expires_at", "<=", appNow)
    .where(notHeld)
    .returning("attempts")
    .executeTakeFirst();
  if (expired) return { kind: "expired", attempts: expired.attempts };
  const held = await database
    .selectFrom("notification")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "queued")
    .executeTakeFirst();
  return { kind: held ? "busy" : "settled" };
}

export type Settlement =
  | { kind: "accepted"; providerMessageId: string | null }
  | { kind: "refused"; fault: string }
  /** Back in the queue, free for the next try. */
  | { kind: "later"; fault: string };

export async function settleNotification(
  database: Db,
  { id, settlement }: { id: string; settlement: Settlement },
): Promise<void> {
  const update = database.updateTable("notification").where("id", "=", id).where("status", "=", "queued");
  if (settlement.kind === "later") {
    await update.set({ claimed_until: null, last_fault: settlement.fault }).execute();
    return;
  }
  const ending =
    settlement.kind === "accepted"
      ? { status: settlement.kind, provider_message_id: settlement.providerMessageId }
      : { status: settlement.kind, last_fault: settlement.fault };
  await update.set({ ...ending, claimed_until: null, done_at: appNow }).execute();
}

/** Empties the values of a message that needs them no more, so that no code or name outlives its sending. */
export async function emptyFacts(database: Db, id: string): Promise<void> {
  await database
    .updateTable("notification")
    .set({ facts: "{}" })
    .where("id", "=", id)
    .where("status", "!=", "queued")
    .execute();
}

/** Newest first; what expired unsent was never in anybody's hands and is left out. */
export async function listNotifications(
  database: DbOrTrx,
  { limit }: { limit: number },
): Promise<QueuedNotification[]> {
  const rows = await database
    .selectFrom("notification")
    .selectAll()
    .where("status", "!=", "expired")
    .orderBy("queued_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(asQueued);
}

export interface MessageState {
  queuedAt: Date;
  notification: NotificationId;
  channel: Channel;
  recipient: string;
  /** A queued message whose time is over will not be sent. */
  state: "queued" | "accepted" | "refused" | "expired";
  doneAt: Date | null;
}

/** Messages of one registration, recovery or link, oldest first. */
export async function messagesOfJourneys(
  database: DbOrTrx,
  journeys: { ids: readonly string[]; brandId: string },
): Promise<MessageState[]> {
  if (journeys.ids.length === 0) return [];
  const rows = await database
    .selectFrom("notification")
    .select(["kind", "channel", "recipient", "queued_at", "done_at"])
    .select(
      sql<
        MessageState["state"]
      >`case when status = 'queued' and expires_at <= app_now() then 'expired' else status end`.as("state"),
    )
    .where("journey_id", "in", [...journeys.ids])
    .where("brand", "=", journeys.brandId)
    .orderBy("queued_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    queuedAt: row.queued_at,
    notification: row.kind as NotificationId,
    channel: row.channel,
    recipient: row.recipient,
    state: row.state,
    doneAt: row.done_at,
  }));
}

function asQueued(row: Selectable<Database["notification"]>): QueuedNotification {
  return {
    id: row.id,
    notification: row.kind as NotificationId,
    brandId: row.brand,
    language: row.language,
    channel: row.channel,
    recipient: row.recipient,
    facts: row.facts,
    queuedAt: row.queued_at,
    expiresAt: row.expires_at,
    attempts: row.attempts,
  };
}
