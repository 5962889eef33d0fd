import {
  type Channel,
  type NotificationId,
  notifications,
  type UndeliveredReason,
} from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";
import { traceHeaders } from "../platform/tracing.adapter.ts";
import type { Delivery } from "./message-provider.port.ts";
import { findQueue, type MessageQueue, messageQueues } from "./message-queue.rule.ts";
import type { MessageOrder } from "./notifier.port.ts";

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
  journeyId: string | null;
  /** W3C `traceparent` of the request that queued it, where that was traced. */
  traceParent: string | null;
}

/** A due message: leased by a worker, or closed without sending. */
export interface DueNotification {
  /** `superseded`: its code or link was replaced or used, or its journey has ended. */
  kind: "leased" | "expired" | "superseded";
  message: QueuedNotification;
}

/** Selects a `QueuedNotification`. */
const queuedColumns = sql`notification.id, kind as notification, brand as "brandId", language, channel, recipient, facts,
  queued_at as "queuedAt", expires_at as "expiresAt", attempts, journey_id as "journeyId",
  trace_parent as "traceParent"`;

const minutesFromNow = (minutes: number) => sql<Date>`app_now() + make_interval(mins => ${minutes})`;
const secondsFromNow = (seconds: number) => sql<Date>`app_now() + make_interval(secs => ${seconds})`;

export async function queueNotification(transaction: Trx, notice: MessageOrder): Promise<string> {
  const { notification, brandId, language, channel, recipient, facts, journeyId, codeId, linkId } = notice;
  const { id } = await transaction
    .insertInto("notification")
    .values({
      kind: notification,
      brand: brandId,
      language,
      channel,
      recipient,
      facts: JSON.stringify(facts),
      expires_at: endOf(notice),
      journey_id: journeyId ?? null,
      code_id: codeId ?? null,
      link_id: linkId ?? null,
      trace_parent: traceHeaders().traceparent ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A message about a link expires with the link, when that is earlier. */
function endOf({ notification, facts }: MessageOrder) {
  const ownEnd = minutesFromNow(notifications[notification].lifetimeMinutes);
  return sql<Date>`least(${ownEnd}, ${facts.linkEndsAt ?? null}::timestamptz)`;
}

/** When a queued message is due: immediately, after its retry delay, or when the lease of its worker expires. */
const dueAt = sql<Date>`coalesce(claimed_until, queued_at)`;

/** Stored reason of a message that was closed because its code or link is no longer valid. */
const superseded = "superseded";

/** Codes and links that were replaced or used, and codes of ended journeys. */
const isSuperseded = sql<boolean>`exists (
    select from one_time_code code where code.id = notification.code_id and (
      code.superseded_at is not null or code.used_at is not null
      or (select ended_at from registration_attempt where id = code.session_id) is not null
      or (select done_at from recovery where id = code.session_id) is not null))
  or (select coalesce(superseded_at, used_at, deleted_at) from link where id = notification.link_id) is not null`;

/**
 * Leases due messages for `leaseSeconds`, longest due first, up to `slots` per queue; closes those that are expired or
 * superseded and empties their values unless `keepsFacts`. One statement decides, so that two workers never lease the
 * same message. Messages in `held` are not leased again.
 */
export async function leaseNotifications(
  database: Db,
  order: {
    queues: readonly { queue: MessageQueue; slots: number }[];
    leaseSeconds: number;
    held: readonly string[];
    keepsFacts: boolean;
  },
): Promise<DueNotification[]> {
  if (order.queues.length === 0) return [];
  const held = sql`${[...order.held]}::uuid[]`;
  // One query per kind, so that each reads only the first entries of the index, however long the queue.
  const dueOfKind = (channel: Channel, kind: NotificationId, slots: number) => sql`select * from (
    select id, ${dueAt} as due_at from notification
    where status = 'queued' and channel = ${channel} and kind = ${kind} and ${dueAt} <= app_now() and id <> all(${held})
    order by ${dueAt} limit ${slots} for update skip locked) due_of_kind`;
  const dueOfQueues = order.queues.map(({ queue: { channel, notifications: kinds }, slots }) => {
    const legs = kinds.map((kind) => dueOfKind(channel, kind, slots));
    return sql`(select id from (${sql.join(legs, sql` union all `)}) due_of_queue order by due_at limit ${slots})`;
  });
  const isSent = sql`checked.result = 'leased'`;
  const { rows } = await sql<QueuedNotification & { result: DueNotification["kind"] }>`
    with due as materialized (${sql.join(dueOfQueues, sql` union all `)}),
    checked as materialized (
      select id, case when expires_at <= app_now() then 'expired' when ${isSuperseded} then 'superseded' else 'leased' end as result
      from notification join due using (id)
    )
    update notification set
      status = case when ${isSent} then 'queued' else 'expired' end,
      attempts = attempts + case when ${isSent} then 1 else 0 end,
      claimed_until = case when ${isSent} then ${secondsFromNow(order.leaseSeconds)} end,
      last_fault = case when checked.result = 'superseded' then ${superseded} else last_fault end,
      done_at = case when ${isSent} then null else app_now() end,
      facts = case when ${isSent} or ${order.keepsFacts} then facts else '{}' end
    from checked where notification.id = checked.id
    returning ${queuedColumns}, checked.result`.execute(database);
  return rows.map(({ result: kind, ...message }) => ({ kind, message }));
}

/** A message and the attempt that leased it; a worker with an expired lease cannot update the next attempt. */
export type HeldNotification = Pick<QueuedNotification, "id" | "attempts">;

export async function renewLeases(
  database: Db,
  { held, leaseSeconds }: { held: readonly HeldNotification[]; leaseSeconds: number },
): Promise<void> {
  await sql`
    update notification set claimed_until = ${secondsFromNow(leaseSeconds)}
    from unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ attempts }) => attempts)}::int[]) as held (id, attempts)
    where notification.id = held.id and notification.attempts = held.attempts and status = 'queued'`.execute(database);
}

export interface Settlement extends HeldNotification {
  delivery: Delivery;
  retrySeconds: number;
  keepsFacts: boolean;
}

/**
 * Completing empties the values unless `keepsFacts`, so that no code or name is stored after sending. A delivery that
 * failed temporarily is due again after `retrySeconds`. Returns false where another worker has settled it.
 */
export async function settleNotification(
  database: DbOrTrx,
  { id, attempts, delivery, retrySeconds, keepsFacts }: Settlement,
): Promise<boolean> {
  const update = database.updateTable("notification").where("id", "=", id).where("status", "=", "queued");
  if (delivery.kind === "later") {
    const { numUpdatedRows } = await update
      .set({ claimed_until: secondsFromNow(retrySeconds), last_fault: delivery.fault })
      .where("attempts", "=", attempts)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const ending =
    delivery.kind === "accepted"
      ? { status: delivery.kind, provider_message_id: delivery.providerMessageId }
      : { status: delivery.kind, last_fault: delivery.fault };
  const emptied = keepsFacts ? {} : { facts: "{}" };
  const { numUpdatedRows } = await update
    .set({ ...ending, ...emptied, claimed_until: null, done_at: appNow })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface QueueLoad {
  queue: MessageQueue;
  count: number;
  /** Age of the oldest queued message in seconds; 0 when the queue is empty. */
  ageSeconds: number;
}

export async function readQueueLoads(database: DbOrTrx): Promise<QueueLoad[]> {
  const rows = await database
    .selectFrom("notification")
    .select(["channel", "kind"])
    .select(sql<number>`count(*)::int`.as("count"))
    .select(sql<number>`extract(epoch from app_now() - min(queued_at))::float`.as("age"))
    // A literal instead of a parameter, so that PostgreSQL uses the index of queued messages.
    .where("status", "=", sql.lit("queued"))
    .where("expires_at", ">", appNow)
    .groupBy(["channel", "kind"])
    .execute();
  return messageQueues.map((queue) => {
    const queuedRows = rows.filter((row) => findQueue({ ...row, notification: row.kind }) === queue);
    return {
      queue,
      count: queuedRows.reduce((sum, { count }) => sum + count, 0),
      ageSeconds: Math.floor(Math.max(0, ...queuedRows.map(({ age }) => age))),
    };
  });
}

/**
 * Lists messages newest first, without those that expired unsent or that retention emptied. Superseded ones are
 * included, because the outbox shows a message from the moment it is queued and its code may have been used.
 */
export async function listNotifications(
  database: DbOrTrx,
  { limit }: { limit: number },
): Promise<QueuedNotification[]> {
  const { rows } = await sql<QueuedNotification>`
    select ${queuedColumns} from notification
    where (status <> 'expired' or last_fault = ${superseded}) and recipient <> ''
    order by sequence desc limit ${limit}`.execute(database);
  return rows;
}

export interface MessageState {
  queuedAt: Date;
  notification: NotificationId;
  channel: Channel;
  recipient: string;
  /** A queued message that has expired is not sent. */
  state: "queued" | "accepted" | "delivered" | "undelivered" | "refused" | "expired";
  undeliveredReason: UndeliveredReason | null;
  doneAt: Date | null;
}

/** Lists the messages of these registrations, recoveries or links, oldest first. */
export async function messagesOfJourneys(
  database: DbOrTrx,
  journeys: { ids: readonly string[]; brandId: string },
): Promise<MessageState[]> {
  if (journeys.ids.length === 0) return [];
  return database
    .selectFrom("notification")
    .select(["queued_at as queuedAt", "kind as notification", "channel", "recipient", "done_at as doneAt"])
    .select("undelivered_reason as undeliveredReason")
    .select(
      sql<MessageState["state"]>`
        case when status = 'queued' and expires_at <= app_now() then 'expired' else coalesce(receipt, status) end`.as(
        "state",
      ),
    )
    .where("journey_id", "in", [...journeys.ids])
    .where("brand", "=", journeys.brandId)
    .orderBy("queued_at")
    .orderBy("id")
    .execute();
}
