import { basename, dirname } from "node:path";
import type { ShownVersion } from "@vestibule/api/brands/brand-experiment.store.ts";
import type { LoadFailure, Publication } from "@vestibule/api/brands/brand-version.store.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import { journeyFields } from "@vestibule/catalogue/team.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type BrandFiles, folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { liveBook } from "./brand-book.ts";
import { type BrandVersionFiles, loadBrandVersions } from "./brand-files.adapter.ts";
import type { BrandSources } from "./brand-loader.adapter.ts";

/** Reads what is published: from the database, or from the API of a web host. */
export interface PublicationReader {
  /** The current version of each brand, and the others that journeys are shown. */
  list(): Promise<ShownVersion[]>;
  readFiles(publication: Publication): Promise<BrandFiles | undefined>;
  /** Says which published versions this server could not load; a web host on its own says it in its log alone. */
  saveFailures?(failures: readonly LoadFailure[]): Promise<void>;
  /** Calls back at each publication, where the database says so; it may miss some. */
  listen?(onPublication: () => void): { stop(): Promise<void> };
}

export interface PublishedBrands {
  /** The published version of each brand, or its folder. */
  book: BrandBook;
  /** Loads the published versions when they have changed. Rejects when they cannot be read. */
  refresh(reader: PublicationReader): Promise<void>;
}

/**
 * Follows the published versions of brands. Where one cannot be loaded, such as by another version of the product, its
 * brand stays as it was, and the log names its files. Another one that cannot be loaded is left out.
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
  let knownCurrent = "[]";
  let former: ReadonlyMap<string, Brand> = new Map();
  /** What was loaded of former versions, whose files never change. */
  let loadedFormer: ReadonlyMap<string, Brand> = new Map();
  let experiments: ReadonlyMap<string, { version: number; share: number }> = new Map();

  /** The book of these versions; a brand whose version is invalid keeps the present one. */
  async function loadCurrent(publications: readonly Publication[], reader: PublicationReader): Promise<BrandBook> {
    const versions = await readVersions(folders, publications, reader);
    const loaded = await loadBrandVersions(sources, versions);
    if (loaded.kind === "loaded") {
      log.info("brands.published", { count: publications.length });
      return loaded.book;
    }
    const files = [...new Set(loaded.faults.map(({ file }) => file))];
    for (const file of files) log.error("brands.invalid", { reason: `${basename(dirname(file))}/${basename(file)}` });
    const invalid = new Set(files.map((file) => basename(dirname(file))));
    const present = current.brands.flatMap(({ id: brand, version: number }) =>
      invalid.has(brand) && number !== undefined ? [{ brand, number }] : [],
    );
    const others = versions.filter(({ brandId }) => !invalid.has(brandId));
    const kept = await loadBrandVersions(sources, [...others, ...(await readVersions(folders, present, reader))]);
    return kept.kind === "loaded" ? kept.book : current;
  }

  async function loadVersion(publication: Publication, reader: PublicationReader): Promise<Brand | undefined> {
    const present = current.byId(publication.brand);
    if (present?.version === publication.number) return present;
    const loaded = loadedFormer.get(keyOf(publication.brand, publication.number));
    if (loaded !== undefined) return loaded;
    const [version] = await readVersions(folders, [publication], reader);
    const result = version && (await loadBrandVersions(sources, [version]));
    return result?.kind === "loaded" ? result.book.byId(publication.brand) : undefined;
  }

  async function loadFormer(
    publications: readonly Publication[],
    reader: PublicationReader,
  ): Promise<Map<string, Brand>> {
    const loaded = new Map<string, Brand>();
    for (const publication of publications) {
      const brand = await loadVersion(publication, reader);
      if (brand !== undefined) loaded.set(keyOf(brand.id, brand.version), brand);
    }
    return loaded;
  }

  /** The folder and the former versions of each brand, over its current rules. */
  function withCurrentRules(book: BrandBook, loaded: Iterable<Brand>): Map<string, Brand> {
    return new Map(
      [...folders.brands, ...loaded].flatMap((brand) => {
        const now = book.byId(brand.id);
        return now === undefined ? [] : [[keyOf(brand.id, brand.version), withTextsOf(brand, now)] as const];
      }),
    );
  }

  /** The published versions in whose place another one, or the folder, is shown. */
  function failuresOf(publications: readonly Publication[]): LoadFailure[] {
    return publications.flatMap(({ brand, number }) => {
      const shown = current.byId(brand);
      if (folders.byId(brand)?.editing !== "team" || shown === undefined || shown.version === number) return [];
      return [{ brand, number, shown: shown.version ?? folderVersion }];
    });
  }

  async function load(publications: readonly ShownVersion[], reader: PublicationReader): Promise<void> {
    const now = publications.filter(({ isCurrent }) => isCurrent);
    const others = publications.filter(({ isCurrent }) => !isCurrent);
    const book = JSON.stringify(now) === knownCurrent ? current : await loadCurrent(now, reader);
    loadedFormer = await loadFormer(others, reader);
    // Set together: a journey that does not find its version goes on with the current one.
    [former, current] = [withCurrentRules(book, loadedFormer.values()), book];
    experiments = new Map(
      others.flatMap(({ brand, number, share }) =>
        share !== undefined && former.has(keyOf(brand, number)) ? [[brand, { version: number, share }]] : [],
      ),
    );
    knownCurrent = JSON.stringify(now);
  }

  return {
    book: liveBook(() => current, {
      former: (id, version) => former.get(keyOf(id, version)),
      experiment: (id) => experiments.get(id),
    }),
    refresh: async (reader) => {
      const publications = await reader.list();
      const fingerprint = JSON.stringify(publications);
      if (fingerprint === known) return;
      try {
        await load(publications, reader);
      } finally {
        await reader.saveFailures?.(failuresOf(publications.filter(({ isCurrent }) => isCurrent)));
      }
      known = fingerprint;
    },
  };
}

const keyOf = (id: string, version = folderVersion) => `${id} ${version}`;

/** What people read and see of one version; what is checked, and what the operator decides, of the current one. */
function withTextsOf(before: Brand, now: Brand): Brand {
  const { overrides, tokensCss, wordmarkSvg, panelSvg, bandSvg, promoSvg } = before;
  const { version: _version, bandSvg: _band, promoSvg: _promo, ...rules } = now;
  return {
    ...rules,
    ...pick(before, journeyFields),
    overrides,
    tokensCss,
    wordmarkSvg,
    panelSvg,
    ...(bandSvg !== undefined && { bandSvg }),
    ...(promoSvg !== undefined && { promoSvg }),
    ...(before.version !== undefined && { version: before.version }),
  };
}

function pick<Name extends keyof Brand>(brand: Brand, names: readonly Name[]): Pick<Brand, Name> {
  return Object.fromEntries(names.map((name) => [name, brand[name]])) as Pick<Brand, Name>;
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
    if (files !== undefined) versions.push({ brandId: publication.brand, files, number: publication.number });
  }
  return versions;
}
