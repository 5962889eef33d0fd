import { type Kysely, sql } from "kysely";

/** Records imports of the policy directory and of accounts, so that a start skips files that are already imported. */
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
