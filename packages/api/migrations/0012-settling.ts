import { type Kysely, sql } from "kysely";

/** Changes that have not settled, and what an undo or a freeze leaves off until its owner keeps it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table account
      -- until when the newest change of e-mail or passkeys is not yet trusted as the owner's
      add column settling_until timestamptz,
      -- when its person last undid a change or froze it; null again after a new password
      add column incident_at timestamptz;
    update account set incident_at = frozen_at where frozen_at is not null;
    update account set incident_at = undone.undone_at from email_change undone
      where undone.account_id = account.id and undone.undone_at is not null and account.status = 'L';

    -- A passkey that is off or removed is blocked as well, which versions before this one know.
    alter table passkey
      -- off until its owner keeps it
      add column off_since timestamptz,
      add column removed_at timestamptz;

    -- an agent confirmed with the person that the change is theirs
    alter table email_change add column kept_at timestamptz;
    alter table passkey add column kept_at timestamptz;
    create index email_change_previous on email_change (brand, previous_email) where previous_email is not null;
  `)
    .execute(database);
}
