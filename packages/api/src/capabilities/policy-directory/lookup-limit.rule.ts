import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { Limits, WindowFull } from "../limits/limit.port.ts";

/** So many first characters of a policy number are counted together. */
const prefixLength = 3;

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
  const subject = `${visit.brand.id}|${policyNumber.slice(0, prefixLength)}`;
  const prefix = await limits.take(transaction, { limit: "lookupPolicyPrefix", subject });
  if (prefix.kind === "full") return prefix;
  if (result === "match") await limits.giveBack(transaction, prefix);
  const counted = await limits.take(transaction, { limit: "lookupAddress", subject: visit.address });
  if (counted.kind === "taken") return { kind: "counted" };
  if (result === "noMatch") await limits.giveBack(transaction, prefix);
  return counted;
}
