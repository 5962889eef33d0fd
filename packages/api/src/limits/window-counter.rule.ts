import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import type { Random } from "../platform/random.adapter.ts";
import { countedNetworks, networkFactors } from "./client-network.rule.ts";
import type { KeptWindow, LimitWindow } from "./limit.port.ts";

export interface CounterSettings {
  keys: { lookupHash: KeyRing };
  random: Random;
  /** Multiplies the limits per client IP. */
  clientIpLimitFactor: number;
}

/** A global limit is split over this many rows to reduce lock contention, each with its share. */
const globalShares = 16;

/** A counter of one limit; an IPv6 client has one for each of its networks. */
export interface WindowCounter {
  id: LimitWindow["limit"];
  /** Keys under each active secret, newest first. */
  keys: string[];
  limit: number;
  minutes: number;
  /** For shared limits: the count that raises an alarm, and the keys by which it is logged once per window. */
  alarm?: { at: number; keys: (level: "half-full" | "full") => string[] };
}

interface WindowRow {
  per: string;
  limit: number;
  windowMinutes: number;
}

/** Counters that a request counts on: one random share of a global limit, every network of an IPv6 client. */
export function countersOf(
  settings: CounterSettings,
  { limit: id, subject, atMost = Infinity }: LimitWindow,
): WindowCounter[] {
  const row: WindowRow = limitRows[id];
  const hash = (...parts: string[]) => keyedHashes(settings.keys.lookupHash, ["limit", ...parts]);
  const minutes = row.windowMinutes;
  const alarmAt = (at: number) => ({ at, keys: (level: string) => hash(`${id} ${level}`, subject) });
  if (row.per === "global") {
    const share = settings.random.integer(1, globalShares);
    const limit = Math.ceil(row.limit / globalShares);
    return [{ id, keys: hash(id, `${subject}/${share}`), limit, minutes, alarm: alarmAt(limit) }];
  }
  const limit = Math.min(roomOf(settings, row), atMost);
  if (row.per !== "clientIp") {
    const alarm = ["policyPrefix", "telephonePrefix", "application"].includes(row.per)
      ? { alarm: alarmAt(row.limit) }
      : {};
    return [{ id, keys: hash(id, subject), limit, minutes, ...alarm }];
  }
  return countedNetworks(subject).map((network, index) => ({
    id,
    keys: hash(id, network),
    minutes,
    limit: limit * (networkFactors[index] ?? 1),
  }));
}

/** All counters of a window, including every share of a global limit. */
export function allCountersOf(settings: CounterSettings, window: LimitWindow | KeptWindow): WindowCounter[] {
  const row: WindowRow = limitRows[window.limit];
  const counter = { id: window.limit, limit: roomOf(settings, row), minutes: row.windowMinutes };
  if ("key" in window)
    return window.key.split(";").map((keys, index) => ({
      ...counter,
      keys: keys.split(" "),
      limit: counter.limit * (networkFactors[index] ?? 1),
    }));
  if (row.per !== "global") return countersOf(settings, window);
  const shares = Array.from({ length: globalShares }, (_, share) => `${window.subject}/${share + 1}`);
  const keys = shares.flatMap((share) => keyedHashes(settings.keys.lookupHash, ["limit", window.limit, share]));
  return [{ ...counter, keys }];
}

function roomOf({ clientIpLimitFactor }: CounterSettings, { per, limit }: WindowRow): number {
  return Math.max(1, Math.floor(per === "clientIp" ? limit * clientIpLimitFactor : limit));
}
