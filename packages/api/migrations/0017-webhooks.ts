import { type Kysely, sql } from "kysely";

/** Webhooks of the insurer's other systems: how far each has read the audit trail, and what it has not accepted yet. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table webhook (
      id text primary key,
      -- last audit event of each chain that was queued
      position bigint[] not null,
      started_at timestamptz not null default app_now()
    );
    create table webhook_delivery (
      sequence bigint generated always as identity primary key,
      webhook_id text not null,
      event_id text not null,
      account_id uuid,
      event jsonb not null,
      attempts integer not null default 0,
      queued_at timestamptz not null default app_now(),
      -- when it is sent next: at once, after a failed attempt, or when the lease of its server has expired
      due_at timestamptz not null default app_now(),
      last_fault text,
      -- set when its attempts have ended without success
      parked_at timestamptz,
      unique (webhook_id, event_id)
    );
    create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where parked_at is null;
    create index webhook_delivery_account on webhook_delivery (webhook_id, account_id, sequence) where parked_at is null;
    create index webhook_delivery_parked on webhook_delivery (parked_at) where parked_at is not null;
  `)
    .execute(database);
}
