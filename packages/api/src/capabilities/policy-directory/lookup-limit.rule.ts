import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
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

/** Misses of one policy number at first registration. */
export function missWindow({ brandId, policyNumber }: PolicyUnder): LimitWindow {
  return { limit: "lookupPolicyNumber", subject: `${brandId}|${policyNumber}` };
}

/**
 * Counts a lookup by policy number on its prefix and on the address it came from. Only misses stay counted by prefix:
 * whoever is looking for numbers meets the limit, policyholders do not.
 */
export async function countLookup(
  limits: Limits,
  transaction: Trx,
  lookup: { visit: Visit; policyNumber: string; result: "match" | "noMatch" },
): Promise<{ kind: "counted" } | WindowFull> {
  const { visit, policyNumber, result } = lookup;
  const prefix = await limits.take(transaction, prefixWindow({ brandId: visit.brand.id, policyNumber }));
  if (prefix.kind === "full") return prefix;
  if (result === "match") await limits.giveBack(transaction, prefix);
  const counted = await limits.take(transaction, { limit: "lookupAddress", subject: visit.address });
  if (counted.kind === "taken") return { kind: "counted" };
  if (result === "noMatch") await limits.giveBack(transaction, prefix);
  return counted;
}
