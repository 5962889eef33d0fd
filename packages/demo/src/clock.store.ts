import type { Db } from "@vestibule/api/platform/database.table.ts";
import { sql } from "kysely";

export interface ClockReading {
  now: Date;
  offsetSeconds: number;
}

export async function readClock(database: Db): Promise<ClockReading> {
  const { rows } = await sql<{
    now: Date;
    seconds: string;
  }>`select app_now() as now, seconds from clock_offset`.execute(database);
  const [row] = rows;
  if (!row) throw new Error("the clock has no offset row");
  return { now: row.now, offsetSeconds: Number(row.seconds) };
}

export async function moveClock(database: Db, seconds: number): Promise<void> {
  await sql`update clock_offset set seconds = seconds + ${seconds}`.execute(database);
}

export async function resetClock(database: Db): Promise<void> {
  await sql`update clock_offset set seconds = 0`.execute(database);
}
