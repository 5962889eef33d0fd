import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { AccountChange } from "@vestibule/contract/internal/support-desk.schema.ts";
import { sql } from "kysely";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

/** A change as an agent sees it, with its time as a date. */
export type ListedChange = Omit<AccountChange, "at"> & { at: Date };

const since = sql`app_now() - make_interval(days => ${ttl.changesShownDays})`;

/** The changes of what signs a person in, of the last 30 days, newest first. */
export async function listAccountChanges(database: DbOrTrx, accountId: string): Promise<ListedChange[]> {
  const { rows } = await sql<ListedChange>`
    select id, 'email' as kind, changed_at as at, case when undone_at is not null or ended_at is not null then 'putBack'
      when kept_at is not null then 'kept' else 'inForce' end as state
    from email_change where account_id = ${accountId}::uuid and changed_at > ${since}
    union all
    select id, 'passkeyAdded', created_at, case when off_since is not null then 'off'
      when kept_at is not null then 'kept' else 'inForce' end
    from passkey where account_id = ${accountId}::uuid and created_at > ${since} and removed_at is null
    union all
    select id, 'passkeyRemoved', removed_at, case when kept_at is not null then 'kept' else 'inForce' end
    from passkey where account_id = ${accountId}::uuid and removed_at > ${since}
    union all
    select id, 'authenticatorAdded', confirmed_at, case when off_since is not null then 'off'
      when kept_at is not null then 'kept' else 'inForce' end
    from authenticator where account_id = ${accountId}::uuid and confirmed_at > ${since} and removed_at is null
    union all
    select id, 'authenticatorRemoved', removed_at, case when kept_at is not null then 'kept' else 'inForce' end
    from authenticator where account_id = ${accountId}::uuid and removed_at > ${since}
    order by at desc`.execute(database);
  return rows;
}

const tableOfChange = {
  email: "email_change",
  passkeyAdded: "passkey",
  passkeyRemoved: "passkey",
  authenticatorAdded: "authenticator",
  authenticatorRemoved: "authenticator",
} as const satisfies Record<AccountChange["kind"], string>;

/** Records that the person confirmed a change to an agent; it is trusted no earlier for that. */
export async function keepChange(transaction: Trx, { kind, id }: Pick<AccountChange, "kind" | "id">): Promise<void> {
  const table = sql.table(tableOfChange[kind]);
  await sql`update ${table} set kept_at = app_now() where id = ${id}::uuid`.execute(transaction);
}
