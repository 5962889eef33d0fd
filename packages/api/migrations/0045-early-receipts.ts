import { type Kysely, sql } from "kysely";

/** Receipts of providers that came before their message was recorded as accepted. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table early_receipt (
      channel text not null,
      -- the provider's id of the message
      id text not null,
      kind text not null,
      -- of a message that did not arrive
      reason text,
      received_at timestamptz not null default app_now(),
      primary key (channel, id, kind)
    );
  `)
    .execute(database);
}
