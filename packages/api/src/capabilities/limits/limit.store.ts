import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { sql } from "kysely";
import type { DbOrTrx } from "../../platform/database.table.ts";
import { keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../../platform/keys.port.ts";
import type { Random } from "../../platform/random.port.ts";
import type { KeptWindow, Limits, LimitWindow, WindowFull } from "./limit.port.ts";

export interface LimitSettings {
  keys: { lookupHash: KeyRing };
  random: Random;
  /** Limits by client address are this many times wider. */
  addressLimitFactor: number;
}

/** A count that everybody shares is spread over so many rows, each with its share of the limit. */
const globalShares = 16;

/** Rolling windows in PostgreSQL: the moments of the last hits of each key, oldest first. */
export function limitStore(settings: LimitSettings): Limits {
  return {
    async take(database, window) {
      const { key, olderKeys, limit, minutes } = place(settings, window);
      const span = sql`make_interval(mins => ${minutes}::int)`;
      // A count under the key before a key change still holds.
      const older =
        olderKeys.length === 0
          ? sql`0`
          : sql`(select count(*) from limit_window o, unnest(o.hits) h
                 where o.key = any(${olderKeys}) and h > (select app_now()) - ${span})`;
      const fresh = sql`array(select h from unnest(w.hits) h where h > (select app_now()) - ${span} order by h)`;
      const { rows } = await sql<{ count: number }>`
        insert into limit_window as w (key, earlier_key, hits, touched_at)
        select ${key}, ${olderKeys[0] ?? null}, array[app_now()], app_now() where ${older} < ${limit}::int
        on conflict (key) do update set hits = array_append(${fresh}, app_now()), touched_at = app_now()
        where cardinality(${fresh}) + ${older} < ${limit}::int
        returning cardinality(w.hits) + ${older} as count`.execute(database);
      const [taken] = rows;
      if (taken) return { kind: "taken", left: limit - Number(taken.count), key };
      return whenOpen(database, { keys: [key, ...olderKeys], limit, minutes });
    },

    async giveBack(transaction, { key }) {
      await sql`update limit_window set hits = trim_array(hits, 1) where key = ${key} and cardinality(hits) > 0`.execute(
        transaction,
      );
    },

    async look(database, window) {
      const { keys, limit, minutes } = wholeOf(settings, window);
      const { rows } = await sql<{ count: string }>`
        select count(*) from limit_window w, unnest(w.hits) h
        where ${isUnder(keys)} and h > (select app_now()) - make_interval(mins => ${minutes}::int)`.execute(database);
      return Number(rows[0]?.count) < limit ? { kind: "open" } : whenOpen(database, { keys, limit, minutes });
    },

    keyOf: (window) => {
      const { key, olderKeys } = place(settings, window);
      return [key, ...olderKeys].join(" ");
    },

    async forget(transaction, window) {
      const { key, olderKeys } = place(settings, window);
      const forgotten = await sql`delete from limit_window where key = any(${[key, ...olderKeys]})`.execute(
        transaction,
      );
      return (forgotten.numAffectedRows ?? 0n) > 0n;
    },
  };
}

/** Rows under these keys, and those under the key that followed one of them in a key change. */
function isUnder(keys: string[]) {
  return sql<boolean>`(w.key = any(${keys}) or w.earlier_key = any(${keys}))`;
}

/** When the hits that fill a window will have left it. */
async function whenOpen(
  database: DbOrTrx,
  { keys, limit, minutes }: { keys: string[]; limit: number; minutes: number },
): Promise<WindowFull> {
  const span = sql`make_interval(mins => ${minutes}::int)`;
  const { rows } = await sql<{ until: Date; seconds: string }>`
    select h + ${span} as until, extract(epoch from h + ${span} - (select app_now())) as seconds
    from limit_window w, unnest(w.hits) h
    where ${isUnder(keys)} and h > (select app_now()) - ${span}
    order by h desc offset ${limit - 1} limit 1`.execute(database);
  // The window may have opened between the two statements: then the next second will do.
  const until = rows[0]?.until ?? new Date();
  return { kind: "full", until, retryAfterSeconds: Math.max(1, Math.ceil(Number(rows[0]?.seconds ?? 1))) };
}

type WindowRow = { per: string; limit: number; windowMinutes: number };

/** Where one is counted: of a count that everybody shares, in one share. */
function place(settings: LimitSettings, { limit: id, subject }: LimitWindow) {
  const row: WindowRow = limitRows[id];
  const shared = row.per === "global";
  const limit = shared ? Math.ceil(row.limit / globalShares) : roomOf(settings, row);
  const name = shared ? `${subject}/${settings.random.integer(1, globalShares)}` : subject;
  const [key = "", ...olderKeys] = keyedHashes(settings.keys.lookupHash, ["limit", id, name]);
  return { key, olderKeys, limit, minutes: row.windowMinutes };
}

/** A window as a whole, every share of it. */
function wholeOf(settings: LimitSettings, window: LimitWindow | KeptWindow) {
  const row: WindowRow = limitRows[window.limit];
  const limit = roomOf(settings, row);
  const minutes = row.windowMinutes;
  if ("key" in window) return { keys: window.key.split(" "), limit, minutes };
  const { subject } = window;
  const names =
    row.per === "global" ? Array.from({ length: globalShares }, (_, share) => `${subject}/${share + 1}`) : [subject];
  const keys = names.flatMap((name) => keyedHashes(settings.keys.lookupHash, ["limit", window.limit, name]));
  return { keys, limit, minutes };
}

function roomOf({ addressLimitFactor }: LimitSettings, { per, limit }: WindowRow): number {
  return Math.max(1, Math.floor(per === "address" ? limit * addressLimitFactor : limit));
}
