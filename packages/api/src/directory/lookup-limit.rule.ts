import { reserves } from "@vestibule/catalogue/limit.table.ts";
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
 * Counts a lookup by policy number on its prefix, on the prefix per network, and on the client IP. Only misses stay
 * counted by prefix. The last misses of a prefix are reserved for networks with few misses; when none is left, a match is
 * refused like a miss, so that the response does not reveal a valid number.
 */
export async function countLookup(
  limits: Limits,
  database: DbOrTrx,
  lookup: PolicyLookup,
): Promise<LimitConsumed | LimitReached> {
  const [network, prefix] = missWindows(lookup);
  const byClientIp: LimitWindow = { limit: "lookupClientIp", subject: lookup.requestContext.clientIp };
  const common = { ...prefix, atMost: reserves.commonMissesPerPrefix };
  const count = await limits.consume(database, [network, common, byClientIp]);
  if (count.kind === "allowed" || !count.limits.includes(prefix.limit)) return count;
  const reserved = { ...network, atMost: reserves.missesPerNetwork };
  return limits.consume(database, [reserved, prefix, byClientIp]);
}

/** The windows in which only a miss stays counted; a match is refunded. */
export function missWindows({ requestContext, policyNumber }: PolicyLookup): [LimitWindow, LimitWindow] {
  const prefix = prefixWindow({ brandId: requestContext.brand.id, policyNumber });
  const subject = `${prefix.subject}|${clientNetwork(requestContext.clientIp)}`;
  return [{ limit: "lookupPrefixNetwork", subject }, prefix];
}
