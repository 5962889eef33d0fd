import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "../platform/database.table.ts";

/** An event as it is hashed: ids and codes only, times as ISO text. */
export interface AuditLink {
  chain: number;
  at: string;
  event: string;
  result: string;
  brand: string | null;
  accountId: string | null;
  journeyId: string | null;
  actor: string;
  facts: Record<string, string | number | boolean>;
}

/** An event as it was hashed. */
export function auditLinkOf(row: Selectable<Database["audit_event"]>): AuditLink {
  return {
    chain: row.chain,
    at: row.at.toISOString(),
    event: row.event,
    result: row.result,
    brand: row.brand,
    accountId: row.account_id,
    journeyId: row.journey_id,
    actor: row.actor,
    facts: row.facts,
  };
}

/** Hash of an event and its predecessor, so that a change, removal or insertion invalidates all later events. */
export function linkHash(previousHash: string, link: AuditLink): string {
  return createHash("sha256")
    .update(`${previousHash}\n${canonicalJson(link)}`)
    .digest("hex");
}

/** JSON with sorted keys and without undefined values, so that an event read back from jsonb gives the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
}

/** Converts text to what PostgreSQL can store: escapes NUL and replaces lone surrogates. */
export function storable<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\u0000", "\\u0000") as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)])) as T;
}
