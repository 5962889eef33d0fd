import { isSameStaff } from "@vestibule/contract/internal/staff-role.rule.ts";
import { listSeenScreens, lockVersion, type Publication, saveApproval } from "../../brands/brand-version.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export type DraftApproved =
  | { kind: "approved" }
  | { kind: "notFound" }
  | { kind: "refused"; field: "author" | "number" | "earlier" | "screens" };

/** Approves the draft of another member, who has opened each screen that it changes. */
export function approveDraft(
  deps: Pick<ApiDeps, "database" | "auditor">,
  { memberId, ...draft }: Publication & { memberId: string },
): Promise<DraftApproved> {
  return transact(deps.database, async (transaction): Promise<DraftApproved> => {
    const found = await lockVersion(transaction, draft);
    if (found === undefined) return { kind: "notFound" };
    if (isSameStaff(found.author, memberId)) return { kind: "refused", field: "author" };
    if (found.approvedBy !== null) return { kind: "refused", field: "number" };
    // Its changes are those over the version before, whose own changes another member must have seen as well.
    const before = await lockVersion(transaction, { brand: draft.brand, number: found.basedOn });
    if (before !== undefined && before.approvedBy === null) return { kind: "refused", field: "earlier" };
    const seen = await listSeenScreens(transaction, { ...draft, memberId });
    if (!found.screens.every((screen) => seen.includes(screen))) return { kind: "refused", field: "screens" };
    await saveApproval(transaction, { ...draft, approvedBy: memberId });
    await deps.auditor.record(transaction, {
      event: "brand.approved",
      result: "ok",
      brandId: draft.brand,
      actor: `agent:${memberId}`,
      facts: { number: draft.number },
    });
    return { kind: "approved" };
  });
}
