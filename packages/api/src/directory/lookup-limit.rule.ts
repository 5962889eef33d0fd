import { reserves } from "@vestibule/catalogue/limit.table.ts";
import type { RawBuilder } from "kysely";
import type { RequestContext } from "../deps.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { LimitConsumed, LimitReached, Limits, LimitWindow } from "../limits/limit.port.ts";
import type { DbOrTrx } from "../platform/database.table.ts";

/** Number of leading characters of a policy number that misses are counted by. */
const prefixLength = 3;

interface PolicyLookup {
  requestContext: RequestContext;
  policyNumber: string;
}

export function prefixWindow({ brandId, policyNumber }: { brandId: string; policyNumber: string }): LimitWindow {
  return { limit: "lookupPolicyPrefix", subject: `${brandId}|${policyNumber.slice(0, prefixLength)}` };
}

type JourneyLimit = "lookupMissJourney" | "lookupKnownJourney";

/** Window of the lookups of one browser session over API v1, as the client identifies it. */
export function journeyWindow(
  limit: JourneyLimit,
  { brandId, browserSessionId }: { brandId: string; browserSessionId: string },
) {
  return { limit, subject: `${brandId}|${browserSessionId}` } as const satisfies LimitWindow;
}

/** Like `journeyWindow`; without a browser session, one window per policy number and client IP. */
export function lookupWindow(limit: JourneyLimit, { requestContext, policyNumber }: PolicyLookup) {
  const browserSessionId = requestContext.browserSessionId ?? `${policyNumber}|${requestContext.clientIp}`;
  return journeyWindow(limit, { brandId: requestContext.brand.id, browserSessionId });
}

/**
 * Counts a lookup by policy number on its prefix, on the prefix per network, and on the client IP, and reads rows in
 * the same statement. Only misses stay counted by prefix. The last misses of a prefix are reserved for networks with
 * few misses; when none is left, a match is refused like a miss, so that the response does not reveal a valid number.
 */
export async function countLookup<Row>(
  limits: Limits,
  database: DbOrTrx,
  { query, ...lookup }: PolicyLookup & { query: RawBuilder<Row> },
): Promise<{ limit: LimitConsumed | LimitReached; rows: [Row, ...Row[]] }> {
  const [network, prefix] = missWindows(lookup);
  const byClientIp: LimitWindow = { limit: "lookupClientIp", subject: lookup.requestContext.clientIp };
  const common = [network, { ...prefix, atMost: reserves.commonMissesPerPrefix }, byClientIp];
  const { limit, rows } = await limits.consumeAndRead(database, common, query);
  if (limit.kind === "allowed" || !limit.limits.includes(prefix.limit)) return { limit, rows };
  const reserved = [{ ...network, atMost: reserves.missesPerNetwork }, prefix, byClientIp];
  return { limit: await limits.consume(database, reserved), rows };
}

/** The windows in which only a miss stays counted; a match is refunded. */
export function missWindows({ requestContext, policyNumber }: PolicyLookup): [LimitWindow, LimitWindow] {
  const prefix = prefixWindow({ brandId: requestContext.brand.id, policyNumber });
  const subject = `${prefix.subject}|${clientNetwork(requestContext.clientIp)}`;
  return [{ limit: "lookupPrefixNetwork", subject }, prefix];
}
