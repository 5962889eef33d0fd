import { isDeepStrictEqual } from "node:util";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { type BrandFiles, folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { insertVersion, newestVersion } from "../../brands/brand-version.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export type SaveDraftDeps = Pick<ApiDeps, "database" | "auditor" | "brandFiles">;

export type DraftSaved =
  | { kind: "saved"; number: number }
  | { kind: "invalid"; reasons: Record<string, string> }
  | { kind: "refused"; field: "basedOn" | "brand" | "files" };

/** Fields of brand.json that servers read at their start, or that the operator decides. */
const folderFields = [
  ...["$schema", "id", "aliases", "companies", "apiKey", "hosts", "origin", "editing", "gateway", "resources"],
  ...["applicationUrl", "clientLoginActions", "webviewHosts"],
];

/** Saves a draft: the newest version with these files in place of those it has. */
export async function saveDraft(
  deps: SaveDraftDeps,
  draft: {
    brand: Brand;
    basedOn: number;
    files: BrandFiles;
    reason: string;
    screens: readonly string[];
    memberId: string;
  },
): Promise<DraftSaved> {
  const { brand, basedOn, reason, screens, memberId } = draft;
  if (brand.editing === "folder") return { kind: "refused", field: "brand" };
  const newest = await newestVersion(deps.database, brand.id);
  if (basedOn !== (newest?.number ?? folderVersion)) return { kind: "refused", field: "basedOn" };
  const before = newest?.files ?? (await deps.brandFiles.readFolder(brand.id)) ?? {};
  const files = { ...before, ...draft.files };
  const reasons = await deps.brandFiles.check(brand.id, files);
  if (Object.keys(reasons).length > 0) return { kind: "invalid", reasons };
  const [old, current] = [parseJson(before["brand.json"]), parseJson(files["brand.json"])];
  if (isSame(before, files) || folderFields.some((field) => !isDeepStrictEqual(old[field], current[field])))
    return { kind: "refused", field: "files" };

  const number = basedOn + 1;
  return transact(deps.database, async (transaction): Promise<DraftSaved> => {
    const version = { brand: brand.id, number, basedOn, files, reason, screens, author: memberId };
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

/** Whether two versions have the same values, in whatever layout. */
function isSame(before: BrandFiles, after: BrandFiles): boolean {
  const valuesOf = ({ "brand.json": brand, "wording.json": wording, ...others }: BrandFiles) => [
    parseJson(brand),
    parseJson(wording),
    others,
  ];
  return isDeepStrictEqual(valuesOf(before), valuesOf(after));
}

const parseJson = (text = "{}"): Record<string, unknown> => JSON.parse(text);
