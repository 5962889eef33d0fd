import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { Limits } from "../limits/limit.port.ts";
import type { Notice } from "../notifications/notifier.port.ts";
import type { Account } from "./user-registry.port.ts";

/** What the owner of an address hears that somebody else wanted; undefined where they have had enough for the day. */
export async function ownerNotice(
  limits: Limits,
  transaction: Trx,
  { visit, owner }: { visit: Visit; owner: Account },
): Promise<Notice | undefined> {
  const counted = await limits.take(transaction, { limit: "addressTakenNotice", subject: owner.email });
  if (counted.kind === "full") return undefined;
  return {
    notification: "alreadyRegistered",
    brandId: visit.brand.id,
    language: owner.language,
    channel: "EMAIL",
    recipient: owner.email,
    facts: { origin: visit.origin, province: visit.province },
  };
}
