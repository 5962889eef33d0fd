import { reserves } from "@vestibule/catalogue/limit.table.ts";
import type { LimitedDeps, RequestContext } from "../deps.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { LimitCount, LimitWindow } from "../limits/limit.port.ts";
import { countByClientIp } from "../puzzles/count-by-client-ip.ts";

/** Misses are counted together for policy numbers that begin with the same characters; how many characters. */
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
export async function countLookup(deps: LimitedDeps<"database" | "keys">, lookup: PolicyLookup): Promise<LimitCount> {
  const [network, prefix] = missWindows(lookup);
  const { requestContext } = lookup;
  const common = { ...prefix, atMost: reserves.commonMissesPerPrefix };
  const count = await countByClientIp(deps, requestContext, "lookupClientIp", [network, common]);
  if (count.kind === "allowed" || !count.limits.includes(prefix.limit)) return count;
  const reserved = { ...network, atMost: reserves.missesPerNetwork };
  return countByClientIp(deps, requestContext, "lookupClientIp", [reserved, prefix]);
}

/** The windows in which only a miss stays counted; a match is refunded. */
export function missWindows({ requestContext, policyNumber }: PolicyLookup): [LimitWindow, LimitWindow] {
  const prefix = prefixWindow({ brandId: requestContext.brand.id, policyNumber });
  const subject = `${prefix.subject}|${clientNetwork(requestContext.clientIp)}`;
  return [{ limit: "lookupPrefixNetwork", subject }, prefix];
}
