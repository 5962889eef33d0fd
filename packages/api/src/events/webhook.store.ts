import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import { sql } from "kysely";
import { endOfTrail, type TrailPosition } from "../audit/audit-page.store.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";

/** Lets a new webhook begin with the next event. */
export async function startWebhook(database: DbOrTrx, id: string): Promise<void> {
  const known = await database.selectFrom("webhook").select("id").where("id", "=", id).executeTakeFirst();
  if (known !== undefined) return;
  const position = [...(await endOfTrail(database))];
  await database
    .insertInto("webhook")
    .values({ id, position })
    .onConflict((row) => row.doNothing())
    .execute();
}

/** Locks the position of a webhook; undefined while another server holds it. */
export async function lockWebhookPosition(transaction: Trx, id: string): Promise<TrailPosition | undefined> {
  const row = await transaction
    .selectFrom("webhook")
    .select("position")
    .where("id", "=", id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.position.map(Number);
}

export async function moveWebhook(transaction: Trx, id: string, position: TrailPosition): Promise<void> {
  await transaction
    .updateTable("webhook")
    .set({ position: [...position] })
    .where("id", "=", id)
    .execute();
}

/** Queues events in their order; one that is queued already stays as it is. Returns how many were queued. */
export async function insertDeliveries(
  transaction: Trx,
  webhookId: string,
  events: readonly PortalEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  const inserted = await transaction
    .insertInto("webhook_delivery")
    .values(
      events.map((event) => ({
        webhook_id: webhookId,
        event_id: event.id,
        account_id: event.accountId ?? null,
        event: JSON.stringify(event),
      })),
    )
    .onConflict((row) => row.columns(["webhook_id", "event_id"]).doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0);
}

export interface LeasedDelivery {
  sequence: string;
  attempts: number;
  event: PortalEvent;
  queuedAt: Date;
  /** By the clock of the database: that of a server may be wrong, and that of the demo is moved. */
  leasedAt: Date;
}

/**
 * Leases due deliveries of a webhook for `leaseSeconds`. An account's event waits until the one before it is accepted or
 * parked, so that they arrive in order, whichever server sends them.
 */
export async function leaseDeliveries(
  database: Db,
  { webhookId, slots, leaseSeconds }: { webhookId: string; slots: number; leaseSeconds: number },
): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    with due as materialized (
      select sequence from webhook_delivery delivery
      where webhook_id = ${webhookId} and parked_at is null and due_at <= app_now()
        and not exists (select from webhook_delivery earlier
          where earlier.webhook_id = ${webhookId} and earlier.parked_at is null
            and earlier.account_id = delivery.account_id and earlier.sequence < delivery.sequence)
      order by due_at, sequence limit ${slots} for update skip locked
    )
    update webhook_delivery delivery
    set attempts = attempts + 1, due_at = app_now() + make_interval(secs => ${leaseSeconds})
    from due where delivery.sequence = due.sequence
    returning delivery.sequence, attempts, event, queued_at as "queuedAt",
      clock_timestamp() as "leasedAt"`.execute(database);
  return rows;
}

type Held = Pick<LeasedDelivery, "sequence" | "attempts">;

/** An attempt whose lease has expired changes nothing, where another one has begun. */
const heldBy = (database: Db, { sequence, attempts }: Held) =>
  database.updateTable("webhook_delivery").where("sequence", "=", sequence).where("attempts", "=", attempts);

export async function deleteDelivery(database: Db, { sequence }: Held): Promise<void> {
  await database.deleteFrom("webhook_delivery").where("sequence", "=", sequence).execute();
}

/** Tries again after a pause; parks the delivery where that would be too late. Returns which it was. */
export async function postponeDelivery(
  database: Db,
  held: Held & { fault: string; seconds: number; retryHours: number },
): Promise<"later" | "parked"> {
  const dueAt = sql<Date>`app_now() + make_interval(secs => ${held.seconds})`;
  const isTooLate = sql<boolean>`${dueAt} > queued_at + make_interval(hours => ${held.retryHours}::int)`;
  const row = await heldBy(database, held)
    .set({
      due_at: dueAt,
      last_fault: held.fault,
      parked_at: sql<Date | null>`case when ${isTooLate} then app_now() end`,
    })
    .returning("parked_at")
    .executeTakeFirst();
  return row?.parked_at ? "parked" : "later";
}

/** Sends parked deliveries again, as if they were queued now. Returns how many. */
export async function replayParked(transaction: Trx, webhookId: string): Promise<number> {
  const replayed = await transaction
    .updateTable("webhook_delivery")
    .set({ parked_at: null, attempts: 0, queued_at: appNow, due_at: appNow })
    .where("webhook_id", "=", webhookId)
    .where("parked_at", "is not", null)
    .executeTakeFirst();
  return Number(replayed.numUpdatedRows);
}

export interface WebhookLoad {
  webhookId: string;
  waiting: number;
  parked: number;
  /** Age of the oldest event that waits, in seconds. */
  ageSeconds: number;
}

export async function readWebhookLoads(database: DbOrTrx): Promise<WebhookLoad[]> {
  const { rows } = await sql<WebhookLoad>`
    select webhook.id as "webhookId", counted.waiting, counted.parked, counted.age as "ageSeconds" from webhook
    cross join lateral (select count(*) filter (where parked_at is null)::int as waiting,
        count(*) filter (where parked_at is not null)::int as parked,
        coalesce(extract(epoch from app_now() - min(queued_at) filter (where parked_at is null)), 0)::float as age
      from webhook_delivery where webhook_id = webhook.id) counted
    order by webhook.id`.execute(database);
  return rows;
}

/** The insurer's ids of the person of an account, as they are now. */
export async function findPersonIds(
  database: DbOrTrx,
  accountId: string,
): Promise<{ company: string; personId: string }[]> {
  return database
    .selectFrom("account_person")
    .select(["company", "person_id as personId"])
    .where("account_id", "=", accountId)
    .orderBy("company")
    .execute();
}
