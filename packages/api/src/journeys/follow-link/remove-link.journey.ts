import type { LinkRemovalBody } from "@vestibule/contract/v1/link.schema.ts";
import { deleteLink } from "../../capabilities/links/link.store.ts";
import { standingOf } from "../../capabilities/links/link-standing.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { refuseClaim } from "./claimed-fact.journey.ts";
import { linkOf } from "./read-link.journey.ts";

/**
 * Deletes a live link for a caller who knows the fact it asks: mail scanners and whoever a mail is forwarded to have its
 * token too. One answer for every link, deleted or not.
 */
export async function removeLink(
  parts: ProvingParts,
  visit: Visit,
  { token, facts }: { token: string; facts: LinkRemovalBody | undefined },
): Promise<{ kind: "gone" } | { kind: "wait"; retryAfterSeconds: number }> {
  const taken = await parts.limits.take(parts.database, { limit: "linkAddress", subject: visit.address });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  if (facts === undefined) return { kind: "gone" };
  const link = await linkOf(parts, visit, token);
  if (link === undefined) return { kind: "gone" };
  const standing = await standingOf(parts, { brand: visit.brand, link });
  if (standing.kind === "over") return { kind: "gone" };
  const refusal = await refuseClaim(parts, { visit, link, owner: standing.owner }, facts);
  if (refusal === undefined)
    await transact(parts.database, async (transaction) => {
      if (!(await deleteLink(transaction, link.id))) return;
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
