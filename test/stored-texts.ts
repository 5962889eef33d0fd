import type pg from "pg";
import type { TestPerson } from "./registration.ts";

/** Lists all columns of all tables in all schemas. */
export async function allColumns(pool: pg.Pool): Promise<{ table: string; column: string; columnPath: string }[]> {
  const { rows } = await pool.query(`
    select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column",
      c.relname || '.' || a.attname as "columnPath"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`);
  return rows;
}

/** Finds the columns that contain one of these texts, in any case. */
export async function findColumnsContaining(pool: pg.Pool, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.map((text) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`);
  const found: string[] = [];
  for (const { table, column, columnPath } of await allColumns(pool)) {
    const { rows } = await pool.query(`select 1 from ${table} where ${column}::text ilike any($1) limit 1`, [patterns]);
    if (rows.length > 0) found.push(columnPath);
  }
  return found.sort();
}

/** Returns the personal data of a person in every format that the product may store. */
export function personalTexts({ email, cellPhone, policy, driver, personKey }: TestPerson): string[] {
  const postalCode = policy.postalCode.replace(" ", "");
  return [
    email,
    cellPhone,
    cellPhone.replace(/^(...)(...)/, "$1-$2-"),
    policy.lastName,
    policy.firstName,
    personKey,
    policy.dateOfBirth,
    postalCode,
    postalCode.replace(/^(...)/, "$1 "),
    driver.driverLicense,
  ].filter((text) => text !== "" && text !== "--");
}
