import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { insertPublication, lockVersion } from "../../brands/brand-version.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { readTime } from "../../platform/database.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { checkVersion } from "./check-version.ts";
import { endExperiment } from "./end-experiment.ts";

export type VersionPublished =
  | { kind: "published" }
  | { kind: "notFound" }
  | { kind: "refused"; field: "brand" | "number" | "at" };

/** Publishes an approved version, or the folder, now or at a time. */
export async function publishVersion(
  deps: Pick<ApiDeps, "database" | "auditor" | "brandFiles">,
  publication: { brand: Brand; number: number; at: Date | undefined; memberId: string },
): Promise<VersionPublished> {
  const { brand, number, at, memberId } = publication;
  if (brand.editing === "folder") return { kind: "refused", field: "brand" };
  const checked = number === folderVersion ? "valid" : await checkVersion(deps, { brand: brand.id, number });
  if (checked === "notFound") return { kind: "notFound" };
  if (checked === "invalid") return { kind: "refused", field: "number" };
  return transact(deps.database, async (transaction): Promise<VersionPublished> => {
    if (number !== folderVersion) {
      const found = await lockVersion(transaction, { brand: brand.id, number });
      if (found === undefined) return { kind: "notFound" };
      if (found.approvedBy === null) return { kind: "refused", field: "number" };
    }
    if (at !== undefined && at <= (await readTime(transaction))) return { kind: "refused", field: "at" };
    await endExperiment(deps, transaction, { brand: brand.id }, { by: `agent:${memberId}`, reason: "published" });
    await insertPublication(transaction, { brand: brand.id, number, at, publishedBy: memberId });
    await deps.auditor.record(transaction, {
      event: "brand.published",
      result: at === undefined ? "ok" : "planned",
      brandId: brand.id,
      actor: `agent:${memberId}`,
      facts: { number, ...(at && { at: at.toISOString() }) },
    });
    return { kind: "published" };
  });
}
