import { type Kysely, sql } from "kysely";

/**
 * The service's role may only read the audit trail and append to it through two functions; the migrating role owns
 * everything else. Events and chain heads carry an HMAC whose key never reaches the database.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(database);
  // Keeps the caller's temporary tables and schemas from shadowing these objects.
  const asOwner = `security definer set search_path = ${rows[0]?.schema}, pg_temp`;
  const run = (text: string) => sql.raw(text).execute(database);

  await run(`
    -- head_key_id: whose keyed hash the head carried when the event was appended; empty where that was wrong
    alter table audit_event add column key_id text, add column mac text, add column head_key_id text;
    alter table audit_head add column key_id text, add column mac text;
    -- up to here the plain hashes are vouched for by one keyed hash: events of the time before there was a key
    create table audit_seal (
      chain smallint primary key,
      events bigint not null,
      hash text not null,
      key_id text not null,
      mac text not null
    );
  `);

  // Recipients that the retention job has not yet cleared.
  await run(`create index notification_recipient on notification (queued_at) where recipient <> ''`);

  await run(`
    -- when old data was last deleted, so that of several servers one does it in an hour
    create table retention_run (only_row boolean primary key default true check (only_row), ran_at timestamptz);
    insert into retention_run default values;
    -- moved when a backup was restored: part of every key whose tokens the database does not hold
    create table restore_epoch (
      only_row boolean primary key default true check (only_row),
      epoch text not null default '',
      restored_at timestamptz
    );
    insert into restore_epoch default values;
  `);

  await run(`
    create function audit_lock_head()
    returns table (chain smallint, events bigint, hash text, key_id text, mac text, at timestamptz)
    language sql volatile ${asOwner} as $$
      select head.chain, head.events, head.hash, head.key_id, head.mac, date_trunc('milliseconds', app_now())
      from audit_head head where head.chain = (pg_current_xact_id()::text::numeric % 16)::smallint for update
    $$;
    create function audit_append(event audit_event, head_mac text) returns void language plpgsql volatile ${asOwner} as $$
    begin
      update audit_head set events = events + 1, hash = event.hash, key_id = event.key_id, mac = head_mac
        where audit_head.chain = event.chain and audit_head.hash = event.previous_hash;
      if not found then raise exception 'the head of the audit chain has moved' using errcode = '40001'; end if;
      insert into audit_event (chain, at, event, result, brand, account_id, journey_id, actor, facts,
          previous_hash, hash, key_id, mac, head_key_id)
        values (event.chain, event.at, event.event, event.result, event.brand, event.account_id, event.journey_id,
          event.actor, event.facts, event.previous_hash, event.hash, event.key_id, event.mac, event.head_key_id);
    end $$;
    -- only an owner may analyze, and an import is done by the service's role
    create function refresh_book_statistics() returns void language plpgsql volatile ${asOwner} as $$
    begin analyze book_row; end $$;
    revoke execute on function audit_lock_head(), audit_append(audit_event, text), refresh_book_statistics() from public;
  `);
}
