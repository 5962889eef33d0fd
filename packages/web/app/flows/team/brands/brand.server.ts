import { folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import type { BrandView, UnavailableView } from "./brands-view.ts";
import { searchSentences } from "./sentence-search.server.ts";
import { versionFacts } from "./version.server.ts";

/** What people see of a brand, its versions, and a search for the sentence to change. */
export async function brandView(desk: BrandDesk): Promise<BrandView | UnavailableView | undefined> {
  const { requestContext, brand, head, canEdit, canPublish } = desk;
  const view: BrandView = {
    kind: "brand",
    brand: head,
    isLocked: !brand.isEditable,
    versions: brand.versions.map((version) => versionFacts(requestContext, brand, version)),
    canReturnToFolder: canPublish && brand.published !== folderVersion,
  };
  if (!canEdit) return view;
  const read = await readFiles(desk, newestOf(brand));
  if (read.kind !== "ok") return viewOfFailure(read);
  return { ...view, search: await searchSentences(desk, read.data.files) };
}
