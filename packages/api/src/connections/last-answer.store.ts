import { sql } from "kysely";
import type { DbOrTrx } from "../platform/database.table.ts";

/** What an application or a webhook answered, or what it was answered. */
export interface Answer {
  kind: "application" | "webhook";
  /** Empty for a webhook. */
  brandId: string;
  id: string;
  isGood: boolean;
  /** A name such as `signedIn`, or the reason of a failure. */
  answer: string;
}

export type LastAnswer = Answer & { at: Date };

const betweenWritesMillis = 60_000;
/** Written by this server within the last minute. */
const written = new Map<string, number>();

/** Keeps the answer as the last of its kind. A server writes the same answer once a minute at most. */
export async function saveLastAnswer(database: DbOrTrx, answer: Answer): Promise<void> {
  const key = JSON.stringify(answer);
  const now = performance.now();
  if (now - (written.get(key) ?? Number.NEGATIVE_INFINITY) < betweenWritesMillis) return;
  written.set(key, now);
  const { kind, brandId, id, isGood, answer: words } = answer;
  await sql`insert into last_answer (kind, brand, id, is_good, answer, answered_at)
    values (${kind}, ${brandId}, ${id}, ${isGood}, ${words.slice(0, 120)}, app_now())
    on conflict (kind, brand, id, is_good)
      do update set answer = excluded.answer, answered_at = excluded.answered_at`.execute(database);
}

export async function readLastAnswers(database: DbOrTrx): Promise<LastAnswer[]> {
  const rows = await database
    .selectFrom("last_answer")
    .select(["kind", "brand as brandId", "id", "is_good as isGood", "answer", "answered_at as at"])
    .orderBy("answered_at", "desc")
    .execute();
  return rows;
}
