import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { BrandPicture, BrandScreens } from "@vestibule/web/build-web.ts";
import { findFaults, loadBrandVersions } from "../brands/brand-files.adapter.ts";
import type { BrandSources } from "../brands/brand-loader.adapter.ts";
import type { DrawDeps } from "./draw-screen.ts";
import { drawPublicScreen, publicEntries } from "./public-screens.ts";
import type { ScreenSentences } from "./screen-sentences.ts";
import { titleOf } from "./screen-title.rule.ts";
import { screens } from "./screens.rule.ts";
import { journeyLookScreens, placeKey, screensOf } from "./touched-screens.rule.ts";

export interface BrandScreensDeps {
  web: DrawDeps["web"];
  sources: BrandSources;
  clock: { now(): Date };
  sentences: ScreenSentences;
}

/** A page of several pictures draws one version many times. */
const keptVersions = 8;

/** Draws screens in the data of any version of a brand. Recorded responses take the place of the API. */
export function brandScreens({ web, sources, clock, sentences }: BrandScreensDeps): BrandScreens {
  const versions = new Map<string, Promise<Brand | undefined>>();
  const showing = screensBySentence(sentences);
  const journeyScreens = new Set(showing.get("journey"));
  const ofJourneys = new Map([...showing].map(([key, ids]) => [key, ids.filter((id) => journeyScreens.has(id))]));

  function load(brandId: string, files: BrandFiles): Promise<Brand | undefined> {
    const key = JSON.stringify([brandId, files]);
    const known = versions.get(key);
    if (known !== undefined) return known;
    const loading = loadBrandVersions(sources, [{ brandId, files }]).then((loaded) =>
      loaded.kind === "loaded" ? loaded.book.byId(brandId) : undefined,
    );
    versions.set(key, loading);
    for (const oldest of [...versions.keys()].slice(0, -keptVersions)) versions.delete(oldest);
    loading.catch(() => versions.delete(key));
    return loading;
  }

  return {
    check: (brandId, files) => findFaults(sources, { brandId, files }),
    find: async (places) => screensOf(places.map(placeKey), showing),
    findOfJourneys: async (places) => screensOf(places.map(placeKey), ofJourneys, journeyLookScreens),
    isOfJourney: async (screen) => journeyScreens.has(screen),
    titles: async (language) => publicEntries.map(({ id }) => ({ id, title: titleOf(id, language) })),
    title: async (screen, language) => (isScreen(screen) ? titleOf(screen, language) : undefined),
    sentencesOf: async (screen) => ownFirst(sentences[screen] ?? [], showing),
    draw: async ({ brandId, files, screen, language, province, nonce }: BrandPicture) => {
      const brand = isScreen(screen) ? await load(brandId, files) : undefined;
      const place = brand && provinceOf(brand, language, province);
      if (brand === undefined || place === undefined || !isScreen(screen)) return undefined;
      const drawn = { brand, province: place, language };
      const html = await drawPublicScreen({ web, now: clock.now() }, screens[screen], drawn, nonce);
      // A frame without scripts may not take the focus, and the browser would complain of it.
      return html.replace(/ autofocus=""/g, "");
    },
  };
}

function screensBySentence(sentences: ScreenSentences): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const [id, keys] of Object.entries(sentences))
    for (const key of keys) ids.set(key, [...(ids.get(key) ?? []), id]);
  return ids;
}

/** The sentences of a screen itself before those of header, footer and help, which most screens show. */
function ownFirst(keys: readonly string[], showing: ReadonlyMap<string, readonly string[]>): string[] {
  const isCommon = (key: string) => (showing.get(key)?.length ?? 0) > publicEntries.length / 2;
  return [...keys.filter((key) => !isCommon(key)), ...keys.filter(isCommon)];
}

const isScreen = (id: string): id is keyof typeof screens => publicEntries.some((entry) => entry.id === id);

/** The wanted province, or another one of the brand, where the language is spoken. */
function provinceOf({ provinces, defaults }: Brand, language: Language, wanted: ProvinceId = defaults.province) {
  const ids = [wanted, defaults.province, ...idsOf(provinces)];
  return ids.find((id) => provinces[id]?.menu && provinces[id].languages.includes(language));
}
