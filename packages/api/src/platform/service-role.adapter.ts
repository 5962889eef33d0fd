import { sql } from "kysely";
import type { Db } from "./database.table.ts";
import { withDatabaseClient } from "./database-client.adapter.ts";

/** Tables that the service may only read; it appends to the audit trail through functions. */
const readOnlyTables = ["audit_event", "audit_head", "audit_seal", "kysely_migration", "kysely_migration_lock"];
const functions = ["audit_lock_head()", "audit_append(audit_event,text)", "refresh_book_statistics()"];

/** Advisory lock number that serializes the grants of concurrent servers; any fixed number works. */
const grantLock = 7_368_502;

/** Selects statements that grant missing privileges and revoke excess ones; none when the privileges are correct. */
const missingGrants = `
  with role as (select $1::text as name), tables as (
    select oid, format('%I.%I', current_schema(), relname) as name, role.name as role, relname = any($2::text[]) as read_only
    from role, pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  )
  select format('grant usage on schema %I to %I', current_schema(), name) as statement from role
  where not has_schema_privilege(name, current_schema(), 'usage')
  union all
  select format('revoke all on %s from %I', name, role) from tables
  where read_only and has_table_privilege(role, oid, 'insert, update, delete, truncate, references, trigger')
  union all
  select format('grant select on %s to %I', name, role) from tables where read_only
    and (not has_table_privilege(role, oid, 'select')
      or has_table_privilege(role, oid, 'insert, update, delete, truncate, references, trigger'))
  union all
  select format('grant select, insert, update, delete on %s to %I', name, role) from tables where not read_only
    and not (select bool_and(has_table_privilege(role, oid, wanted))
      from unnest(array['select', 'insert', 'update', 'delete']) wanted)
  union all
  select format('grant execute on function %s to %I', signature, role.name) from role, unnest($3::text[]) signature
  where not has_function_privilege(role.name, signature, 'execute')`;

/** Grants what the service role needs. Does nothing when the service connects as the migration role. */
export async function grantServiceRole({ url, migrationUrl }: { url: string; migrationUrl: string }): Promise<void> {
  if (url === migrationUrl) return;
  const [role, owner] = await Promise.all([roleOf(url), roleOf(migrationUrl)]);
  if (role === owner) return;
  await withDatabaseClient(connectionTo(migrationUrl), async (client) => {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [grantLock]);
    const { rows } = await client.query(missingGrants, [role, readOnlyTables, functions]);
    for (const { statement } of rows) await client.query(statement);
    await client.query("commit");
  });
}

/** Whether this connection's role can rewrite the audit trail, as owner of its table or as superuser. */
export async function ownsAuditTrail(database: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(current_user, relowner, 'usage') as owns from pg_class where oid = 'audit_event'::regclass
  `.execute(database);
  return rows[0]?.owns ?? true;
}

async function roleOf(url: string): Promise<string> {
  const { rows } = await withDatabaseClient(connectionTo(url), (client) => client.query("select current_user as role"));
  return rows[0].role;
}

const connectionTo = (url: string) => ({ connectionString: url, keepAlive: true });
