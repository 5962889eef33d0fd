import { sql } from "kysely";
import type { Db, Trx } from "../platform/database.table.ts";

/** Closed brands with their announced end, and the database time of the read. */
export interface MaintenanceNow {
  closed: ReadonlyMap<string, { announcedEnd: Date | null }>;
  at: Date;
}

export async function readMaintenance(database: Db): Promise<MaintenanceNow> {
  const { rows } = await sql<{ at: Date; brand: string | null; announced_end: Date | null }>`
    select app_now() as at, brand, announced_end from (select) as always left join maintenance on true
  `.execute(database);
  const closed = rows.flatMap(({ brand, announced_end }) =>
    brand === null ? [] : [[brand, { announcedEnd: announced_end }] as const],
  );
  return { closed: new Map(closed), at: rows[0]?.at ?? new Date(Number.NaN) };
}

/** Closes a brand, or updates the announced end when it is already closed. */
export async function closeBrand(transaction: Trx, brand: string, announcedEnd: Date | null): Promise<void> {
  await transaction
    .insertInto("maintenance")
    .values({ brand, announced_end: announcedEnd })
    .onConflict((conflict) => conflict.column("brand").doUpdateSet({ announced_end: announcedEnd }))
    .execute();
}

/** Opens a brand again; false when it was open. */
export async function openBrand(transaction: Trx, brand: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("maintenance")
    .where("brand", "=", brand)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
