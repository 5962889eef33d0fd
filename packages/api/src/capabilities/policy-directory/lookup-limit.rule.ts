import { reserves } from "@vestibule/catalogue/limit.table.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { Limits, LimitWindow, WindowFull } from "../limits/limit.port.ts";

/** So many first characters of a policy number are counted together. */
const prefixLength = 3;

interface PolicyUnder {
  brandId: string;
  policyNumber: string;
}

/** Misses of every policy number that begins alike. */
export function prefixWindow({ brandId, policyNumber }: PolicyUnder): LimitWindow {
  return { limit: "lookupPolicyPrefix", subject: `${brandId}|${policyNumber.slice(0, prefixLength)}` };
}

type JourneyLimit = "lookupMissJourney" | "lookupKnownJourney";

/** Lookups of one journey over API v1, as the client names it. */
export function journeyWindow(limit: JourneyLimit, { brandId, visitId }: { brandId: string; visitId: string }) {
  return { limit, subject: `${brandId}|${visitId}` } as const satisfies LimitWindow;
}

/** The same of a lookup. A client that names no journey has one for each policy number and client address. */
export function lookupWindow(limit: JourneyLimit, { visit, policyNumber }: { visit: Visit; policyNumber: string }) {
  const visitId = visit.visitId ?? `${policyNumber}|${visit.address}`;
  return journeyWindow(limit, { brandId: visit.brand.id, visitId });
}

/** Misses of one client network under the prefix. */
export function prefixNetworkWindow({ visit, policyNumber }: { visit: Visit; policyNumber: string }): LimitWindow {
  const { subject } = prefixWindow({ brandId: visit.brand.id, policyNumber });
  return { limit: "lookupPrefixNetwork", subject: `${subject}|${clientNetwork(visit.address)}` };
}

/**
 * Counts a lookup by policy number on its prefix, alone and for its network, and on the address it came from. Only
 * misses stay counted by prefix. The last misses of a prefix are kept for networks that have hardly missed; where none
 * is left, a match is refused like a miss, since an answer would say which number fits a known person.
 */
export async function countLookup(
  limits: Limits,
  transaction: Trx,
  lookup: { visit: Visit; policyNumber: string; result: "match" | "noMatch" },
): Promise<{ kind: "counted" } | WindowFull> {
  const { visit, policyNumber, result } = lookup;
  const prefix = prefixWindow({ brandId: visit.brand.id, policyNumber });
  const network = prefixNetworkWindow(lookup);
  const address: LimitWindow = { limit: "lookupAddress", subject: visit.address };
  let counted = await limits.takeTogether(transaction, [
    network,
    { ...prefix, atMost: reserves.commonMissesPerPrefix },
    address,
  ]);
  if (counted.kind === "full" && counted.limits.includes(prefix.limit))
    counted = await limits.takeTogether(transaction, [
      { ...network, atMost: reserves.missesPerNetwork },
      prefix,
      address,
    ]);
  if (counted.kind === "full") return counted;
  if (result === "match") await limits.giveBackNewest(transaction, [network, prefix]);
  return { kind: "counted" };
}
