import { type Publication, readVersionFiles } from "../../brands/brand-version.store.ts";
import type { ApiDeps } from "../../deps.ts";

/**
 * Checks a version again, because the rules may have changed since its draft was saved. It is called before a
 * transaction, which may not wait for it: the files of a version never change.
 */
export async function checkVersion(
  { database, brandFiles }: Pick<ApiDeps, "database" | "brandFiles">,
  version: Publication,
): Promise<"valid" | "invalid" | "notFound"> {
  const files = await readVersionFiles(database, version);
  if (files === undefined) return "notFound";
  const reasons = await brandFiles.check(version.brand, files);
  return Object.keys(reasons).length === 0 ? "valid" : "invalid";
}
