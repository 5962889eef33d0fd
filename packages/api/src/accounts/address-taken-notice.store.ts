import type { RequestContext } from "../deps.ts";
import type { Limits } from "../limits/limit.port.ts";
import type { Notice } from "../messages/notifier.port.ts";
import type { DbOrTrx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";

/** The notice to the owner of an e-mail that another person tried to use; undefined once the daily limit is reached. */
export async function addressTakenNotice(
  limits: Limits,
  database: DbOrTrx,
  { requestContext, owner }: { requestContext: RequestContext; owner: Account },
): Promise<{ notice: Notice; counted: readonly string[] } | undefined> {
  const counted = await limits.consume(database, { limit: "addressTakenNotice", subject: owner.email });
  if (counted.kind === "exceeded") return undefined;
  const notice: Notice = {
    notification: "alreadyRegistered",
    brandId: requestContext.brand.id,
    language: owner.language,
    channel: "EMAIL",
    recipient: owner.email,
    facts: { origin: requestContext.origin, province: owner.province },
  };
  return { notice, counted: counted.keys };
}
