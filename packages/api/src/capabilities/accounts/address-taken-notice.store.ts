import type { RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { Limits } from "../limits/limit.port.ts";
import type { Notice } from "../notifications/notifier.port.ts";
import type { Account } from "./account-store.port.ts";

/** What the owner of an address hears that somebody else wanted; undefined where they have had enough for the day. */
export async function addressTakenNotice(
  limits: Limits,
  transaction: Trx,
  { requestContext, owner }: { requestContext: RequestContext; owner: Account },
): Promise<Notice | undefined> {
  const counted = await limits.consume(transaction, { limit: "addressTakenNotice", subject: owner.email });
  if (counted.kind === "full") return undefined;
  return {
    notification: "alreadyRegistered",
    brandId: requestContext.brand.id,
    language: owner.language,
    channel: "EMAIL",
    recipient: owner.email,
    facts: { origin: requestContext.origin, province: requestContext.province },
  };
}
