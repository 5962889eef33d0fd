import { deletePlannedPublication } from "../../brands/brand-version.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

/** Cancels the planned publication of a brand. */
export function cancelPublication(
  deps: Pick<ApiDeps, "database" | "auditor">,
  { brandId, memberId }: { brandId: string; memberId: string },
): Promise<{ kind: "cancelled" | "notFound" }> {
  return transact(deps.database, async (transaction) => {
    const number = await deletePlannedPublication(transaction, brandId);
    if (number === undefined) return { kind: "notFound" };
    await deps.auditor.record(transaction, {
      event: "brand.publicationCancelled",
      result: "ok",
      brandId,
      actor: `agent:${memberId}`,
      facts: { number },
    });
    return { kind: "cancelled" };
  });
}
