import { basename, dirname } from "node:path";
import type { Publication } from "@vestibule/api/brands/brand-version.store.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { liveBook } from "./brand-book.ts";
import { type BrandVersionFiles, loadBrandVersions } from "./brand-files.adapter.ts";
import type { BrandSources } from "./brand-loader.adapter.ts";

/** Reads what is published: from the database, or from the API of a web host. */
export interface PublicationReader {
  list(): Promise<Publication[]>;
  readFiles(publication: Publication): Promise<BrandFiles | undefined>;
}

export interface PublishedBrands {
  /** The published version of each brand, or its folder. */
  book: BrandBook;
  /** Loads the published versions when they have changed. Rejects when they cannot be read. */
  refresh(reader: PublicationReader): Promise<void>;
}

/**
 * Follows the published versions of brands. Where one cannot be loaded, such as by an older version of the product, all
 * brands stay as they were, and the log names its files.
 */
export function publishedBrands({
  folders,
  sources,
  log,
}: {
  folders: BrandBook;
  sources: BrandSources;
  log: Log;
}): PublishedBrands {
  let current = folders;
  let known = "[]";
  return {
    book: liveBook(() => current),
    refresh: async (reader) => {
      const publications = await reader.list();
      const fingerprint = JSON.stringify(publications);
      if (fingerprint === known) return;
      const loaded = await loadBrandVersions(sources, await readVersions(folders, publications, reader));
      known = fingerprint;
      if (loaded.kind === "invalid") {
        for (const file of new Set(loaded.faults.map((fault) => fault.file)))
          log.error("brands.invalid", { reason: `${basename(dirname(file))}/${basename(file)}` });
        return;
      }
      current = loaded.book;
      log.info("brands.published", { count: publications.length });
    },
  };
}

/** The files of the published versions, but of brands that their folder alone decides. */
async function readVersions(
  folders: BrandBook,
  publications: readonly Publication[],
  reader: PublicationReader,
): Promise<BrandVersionFiles[]> {
  const versions: BrandVersionFiles[] = [];
  for (const publication of publications) {
    if (folders.byId(publication.brand)?.editing !== "team") continue;
    const files = await reader.readFiles(publication);
    if (files !== undefined) versions.push({ brandId: publication.brand, files });
  }
  return versions;
}
