import { type Kysely, sql } from "kysely";

/** What was imported when: so that a start knows whether a file is already in, and an operator what came with it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      create table book_import (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('policies', 'accounts')),
        -- keyed digest of the file, absent where nobody will ask for it again
        fingerprint text,
        rows integer not null,
        added integer not null,
        changed integer not null,
        imported_at timestamptz not null default app_now()
      );
      create index book_import_kind on book_import (kind, id desc);
    `)
    .execute(database);
}
