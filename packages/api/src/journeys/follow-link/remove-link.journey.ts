import { deleteLink } from "../../capabilities/links/link.store.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { linkOf } from "./read-link.journey.ts";

/** Its owner has finished with a link. Alike for one that is over, or never was. */
export async function removeLink(
  parts: ProvingParts,
  visit: Visit,
  token: string,
): Promise<{ kind: "gone" } | { kind: "wait"; retryAfterSeconds: number }> {
  const taken = await parts.limits.take(parts.database, { limit: "linkAddress", subject: visit.address });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  const link = await linkOf(parts, visit, token);
  if (link?.isLive)
    await transact(parts.database, async (transaction) => {
      await deleteLink(transaction, link.id);
      await parts.auditor.record(transaction, {
        event: "link.deleted",
        result: "ok",
        brandId: link.brandId,
        ...(link.accountId && { accountId: link.accountId }),
        journeyId: link.id,
        actor: "person",
        facts: { action: link.action },
      });
    });
  return { kind: "gone" };
}
