import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import {
  type BrandChanges,
  type BrandFiles,
  folderVersion,
} from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { insertVersion, newestVersion } from "../../brands/brand-version.store.ts";
import { applyMergePatch } from "../../brands/merge-patch.rule.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export type SaveDraftDeps = Pick<ApiDeps, "database" | "auditor" | "brandFiles">;

export type DraftSaved =
  | { kind: "saved"; number: number }
  | { kind: "invalid"; reasons: Record<string, string> }
  | { kind: "refused"; field: "basedOn" | "brand" | "changes" };

/** Fields of brand.json that servers read at their start, or that the operator decides. */
const folderFields = [
  ...["$schema", "id", "aliases", "companies", "apiKey", "hosts", "origin", "editing", "gateway", "resources"],
  ...["applicationUrl", "clientLoginActions", "webviewHosts"],
];

/** Saves a draft: the newest version with these changes. */
export async function saveDraft(
  deps: SaveDraftDeps,
  draft: { brand: Brand; basedOn: number; changes: BrandChanges; reason: string; memberId: string },
): Promise<DraftSaved> {
  const { brand, basedOn, changes, reason, memberId } = draft;
  if (brand.editing === "folder") return { kind: "refused", field: "brand" };
  if (folderFields.some((field) => changes["brand.json"]?.[field] !== undefined))
    return { kind: "refused", field: "changes" };
  const newest = await newestVersion(deps.database, brand.id);
  if (basedOn !== (newest?.number ?? folderVersion)) return { kind: "refused", field: "basedOn" };
  const before = newest?.files ?? (await deps.brandFiles.readFolder(brand.id)) ?? {};
  const files = changedFiles(before, changes);
  if (JSON.stringify(files) === JSON.stringify(before)) return { kind: "refused", field: "changes" };
  const reasons = await deps.brandFiles.check(brand.id, files);
  if (Object.keys(reasons).length > 0) return { kind: "invalid", reasons };

  const number = basedOn + 1;
  return transact(deps.database, async (transaction): Promise<DraftSaved> => {
    const version = { brand: brand.id, number, basedOn, files, reason, author: memberId };
    if (!(await insertVersion(transaction, version))) return { kind: "refused", field: "basedOn" };
    await deps.auditor.record(transaction, {
      event: "brand.drafted",
      result: "ok",
      brandId: brand.id,
      actor: `agent:${memberId}`,
      facts: { number },
    });
    return { kind: "saved", number };
  });
}

/** Applies the changes to the JSON files, which keep the format of a brand's folder. */
function changedFiles(before: BrandFiles, changes: BrandChanges): BrandFiles {
  const files = { ...before };
  for (const name of ["brand.json", "wording.json"] as const) {
    const patch = changes[name];
    if (patch === undefined) continue;
    const document = applyMergePatch(JSON.parse(before[name] ?? "{}"), patch);
    files[name] = `${JSON.stringify(document, null, 2)}\n`;
  }
  return files;
}
