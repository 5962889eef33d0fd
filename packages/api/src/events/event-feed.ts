import { setTimeout as pause } from "node:timers/promises";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import { endOfTrail, positionDaysAgo, readAuditPage } from "../audit/audit-page.store.ts";
import { hasPassed } from "../platform/database.adapter.ts";
import type { Db } from "../platform/database.table.ts";
import { toEvents } from "./event.rule.ts";
import { type EventCursor, readCursor, writeCursor } from "./event-cursor.rule.ts";

/** Audit events read at a time; most are published as one event or none. */
const pageLength = 200;
const pollMilliseconds = 500;

export type FeedResult =
  | { kind: "page"; events: PortalEvent[]; next: string }
  /** The cursor is malformed, or belongs to another brand. */
  | { kind: "malformed" }
  /** Events after the cursor are older than the feed, or the trail has never been where it is: another one has. */
  | { kind: "expired" };

interface FeedQuery {
  /** The epoch of the last restore. */
  epoch: string;
  after: string | undefined;
  brand: string | undefined;
  waitSeconds: number;
  /** Aborts when the reader has left. */
  signal: AbortSignal;
  /** Aborts when the server begins to stop: the reader then waits at another one. */
  draining?: AbortSignal | undefined;
}

/** Reads the next page of events; without one, waits for it. */
export async function readFeed(
  database: Db,
  { epoch, after, brand, waitSeconds, signal, draining }: FeedQuery,
): Promise<FeedResult> {
  const start = after === undefined ? undefined : readCursor(after);
  const isMalformed = after !== undefined && (start === undefined || start.brand !== brand);
  if (isMalformed) return { kind: "malformed" };
  if (start !== undefined && (start.epoch !== epoch || (await isAheadOfTrail(database, start))))
    return { kind: "expired" };
  let position = start?.position ?? (await positionDaysAgo(database, ttl.eventDays));
  const startedAt = performance.now();
  // A reader that comes back to a stopping server still waits for one poll, so that it does not come again at once.
  const longestWait = () => Math.min(waitSeconds * 1000, draining?.aborted ? pollMilliseconds : Infinity);
  for (;;) {
    const { rows, next } = await readAuditPage(database, { after: position, limit: pageLength });
    const isTooOld = rows[0] !== undefined && (await hasPassed(database, daysAfter(rows[0].at, ttl.eventDays)));
    if (start !== undefined && isTooOld) return { kind: "expired" };
    position = next;
    const found = rows.flatMap(toEvents).filter((event) => brand === undefined || event.brand === brand);
    const isEnd = rows.length < pageLength;
    const isOver = signal.aborted || (isEnd && performance.now() - startedAt >= longestWait());
    if (found.length > 0 || isOver) {
      const cursor: EventCursor = { brand, epoch, position };
      return { kind: "page", events: found, next: writeCursor(cursor) };
    }
    if (isEnd) await pause(pollMilliseconds, undefined, { signal }).catch(() => {});
  }
}

/** Whether a cursor is after events that the trail does not have yet, as one of another database is. */
async function isAheadOfTrail(database: Db, { position }: EventCursor): Promise<boolean> {
  const trailEnd = await endOfTrail(database);
  return position.some((lastId, chain) => lastId > (trailEnd[chain] ?? 0));
}

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * 24 * 3_600_000);
