import { setImmediate as nextTurn } from "node:timers/promises";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { BrandPicture, BrandScreens } from "@vestibule/web/build-web.ts";
import { namespaces, pageTexts } from "@vestibule/wording/tables.ts";
import { findFaults, loadBrandVersions } from "../brands/brand-files.adapter.ts";
import type { BrandSources } from "../brands/brand-loader.adapter.ts";
import { type DrawDeps, drawScreen } from "./draw-screen.ts";
import type { Screen } from "./fixture.rule.ts";
import { titleOf } from "./screen-title.rule.ts";
import { screenEntries, screens } from "./screens.rule.ts";
import { placeKey, screensOf } from "./touched-screens.rule.ts";

export interface BrandScreensDeps {
  web: DrawDeps["web"];
  brands: BrandBook;
  sources: BrandSources;
  clock: { now(): Date };
}

/** The screens that show a sentence, or a telephone number, by its key. */
type ScreenIndex = ReadonlyMap<string, string[]>;

/** A page of several pictures draws one version many times. */
const keptVersions = 8;
/** Screens of people; those of agents and the team are of no brand. */
const publicEntries = screenEntries.filter(({ area }) => area !== "agent" && area !== "team");

/** Draws screens in the data of any version of a brand. Recorded responses take the place of the API. */
export function brandScreens({ web, brands, sources, clock }: BrandScreensDeps): BrandScreens {
  const versions = new Map<string, Promise<Brand | undefined>>();
  const indexes = new Map<string, { built: Promise<ScreenIndex>; ready?: ScreenIndex }>();

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

  async function draw(
    screen: Screen,
    { brand, ...locale }: { brand: Brand; province: ProvinceId; language: Language },
    nonce: string,
  ): Promise<string> {
    const context = { brand, ...locale, now: clock.now() };
    const { html } = await drawScreen(
      { web, apiFetch: async () => new Response(null, { status: 503 }) },
      {
        ...{ fixture: screen(context), context, locale: Object.entries(locale), headers: new Headers() },
        facts: { nonce, origin: `https://${brand.id}.example`, clientIp: "192.0.2.1" },
        preview: { brand, withoutScripts: true },
      },
    );
    return html;
  }

  /** Draws each screen once with marks in place of sentences, which says where each is seen. */
  async function buildIndex(brand: Brand): Promise<ScreenIndex> {
    const { province, language } = brand.defaults;
    const marks = Object.fromEntries(Object.keys(pageTexts(namespaces, language)).map((key) => [key, `⟦${key}⟧`]));
    const marked = { ...brand, overrides: { ...brand.overrides, [language]: marks } };
    const index = new Map<string, string[]>();
    for (const { id, screen } of publicEntries) {
      // Pages of people are rendered between two screens.
      await nextTurn();
      const html = await draw(screen, { brand: marked, province, language }, "");
      const shown = new Set([...html.matchAll(/⟦([^⟧]+)⟧/g)].map(([, key = ""]) => key));
      if (html.includes('href="tel:')) shown.add("telephone");
      for (const key of shown) index.set(key, [...(index.get(key) ?? []), id]);
    }
    return index;
  }

  /** Begins the index of a brand where there is none; a failed one is built again at the next call. */
  function indexOf(brand: Brand) {
    const known = indexes.get(brand.id);
    if (known !== undefined) return known;
    const index: { built: Promise<ScreenIndex>; ready?: ScreenIndex } = { built: buildIndex(brand) };
    indexes.set(brand.id, index);
    index.built.then(
      (built) => {
        index.ready = built;
      },
      () => indexes.delete(brand.id),
    );
    return index;
  }

  return {
    check: (brandId, files) => findFaults(sources, { brandId, files }),
    find: async (brandId, places) => {
      const brand = brands.byId(brandId);
      if (brand === undefined) return [];
      return screensOf(places.map(placeKey), await indexOf(brand).built);
    },
    findNow: async (brandId, places) => {
      const brand = brands.byId(brandId);
      if (brand === undefined) return [];
      const { ready } = indexOf(brand);
      return ready && screensOf(places.map(placeKey), ready);
    },
    title: async (screen, language) => (isScreen(screen) ? titleOf(screen, language) : undefined),
    draw: async ({ brandId, files, screen, language, province, nonce }: BrandPicture) => {
      const brand = isScreen(screen) ? await load(brandId, files) : undefined;
      const place = brand && provinceOf(brand, language, province);
      if (brand === undefined || place === undefined || !isScreen(screen)) return undefined;
      const html = await draw(screens[screen], { brand, province: place, language }, nonce);
      // A frame without scripts may not take the focus, and the browser would complain of it.
      return html.replace(/ autofocus=""/g, "");
    },
  };
}

const isScreen = (id: string): id is keyof typeof screens => publicEntries.some((entry) => entry.id === id);

/** The wanted province, or another one of the brand, where the language is spoken. */
function provinceOf({ provinces, defaults }: Brand, language: Language, wanted: ProvinceId = defaults.province) {
  const ids = [wanted, defaults.province, ...idsOf(provinces)];
  return ids.find((id) => provinces[id]?.menu && provinces[id].languages.includes(language));
}
