import { reserves } from "@vestibule/catalogue/limit.table.ts";
import type { RequestContext } from "../deps.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { LimitReached, Limits, LimitWindow } from "../limits/limit.port.ts";
import type { Trx } from "../platform/database.table.ts";

/** Policy numbers are counted by this many leading characters. */
const prefixLength = 3;

interface PolicyUnder {
  brandId: string;
  policyNumber: string;
}

/** Misses of every policy number with the same prefix. */
export function prefixWindow({ brandId, policyNumber }: PolicyUnder): LimitWindow {
  return { limit: "lookupPolicyPrefix", subject: `${brandId}|${policyNumber.slice(0, prefixLength)}` };
}

type JourneyLimit = "lookupMissJourney" | "lookupKnownJourney";

/** Lookups of one browser session over API v1, as the client identifies it. */
export function journeyWindow(
  limit: JourneyLimit,
  { brandId, browserSessionId }: { brandId: string; browserSessionId: string },
) {
  return { limit, subject: `${brandId}|${browserSessionId}` } as const satisfies LimitWindow;
}

/** The same for a lookup. A client without a browser session has one window per policy number and client IP. */
export function lookupWindow(
  limit: JourneyLimit,
  { requestContext, policyNumber }: { requestContext: RequestContext; policyNumber: string },
) {
  const browserSessionId = requestContext.browserSessionId ?? `${policyNumber}|${requestContext.clientIp}`;
  return journeyWindow(limit, { brandId: requestContext.brand.id, browserSessionId });
}

/** Misses of one client network under the prefix. */
export function prefixNetworkWindow({
  requestContext,
  policyNumber,
}: {
  requestContext: RequestContext;
  policyNumber: string;
}): LimitWindow {
  const { subject } = prefixWindow({ brandId: requestContext.brand.id, policyNumber });
  return { limit: "lookupPrefixNetwork", subject: `${subject}|${clientNetwork(requestContext.clientIp)}` };
}

/**
 * Counts a lookup by policy number on its prefix, on the prefix per network, and on the client IP. Only misses stay
 * counted by prefix. The last misses of a prefix are reserved for networks with few misses; when none is left, a match
 * is refused like a miss, so that the response does not reveal a valid number.
 */
export async function countLookup(
  limits: Limits,
  transaction: Trx,
  lookup: { requestContext: RequestContext; policyNumber: string; result: "match" | "noMatch" },
): Promise<{ kind: "counted" } | LimitReached> {
  const { requestContext, policyNumber, result } = lookup;
  const prefix = prefixWindow({ brandId: requestContext.brand.id, policyNumber });
  const network = prefixNetworkWindow(lookup);
  const address: LimitWindow = { limit: "lookupAddress", subject: requestContext.clientIp };
  let counted = await limits.consumeAll(transaction, [
    network,
    { ...prefix, atMost: reserves.commonMissesPerPrefix },
    address,
  ]);
  if (counted.kind === "full" && counted.limits.includes(prefix.limit))
    counted = await limits.consumeAll(transaction, [
      { ...network, atMost: reserves.missesPerNetwork },
      prefix,
      address,
    ]);
  if (counted.kind === "full") return counted;
  if (result === "match") await limits.refundNewest(transaction, [network, prefix]);
  return { kind: "counted" };
}
