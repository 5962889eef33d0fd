import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { screenAreas } from "@vestibule/vestibule/screens/screen-area.rule.ts";
import type { DemoRequestContext } from "../request-context.rule.ts";
import { type ScreenEntry, screenList } from "../screen-list.rule.ts";
import {
  type GalleryFilter,
  type GalleryScheme,
  type GalleryWidth,
  matchesSearch,
  type Variant,
  variantsOf,
} from "./filter.rule.ts";

/**
 * One picture of the gallery, as JSON. `url` is its URL; `words`: brand, province, language, width and colours in
 * words.
 */
export interface GalleryPicture {
  id: string;
  title: string;
  area: ScreenEntry["area"];
  url: string;
  brand: string;
  province: ProvinceId;
  language: Language;
  width: GalleryWidth;
  scheme: GalleryScheme;
  words: string[];
}

/** Every picture of a filter, across all pages of the gallery. */
export function listPictures(filter: GalleryFilter, context: DemoRequestContext): GalleryPicture[] {
  const variants = variantsOf(filter);
  return findScreens(filter, context).flatMap((screen) => variants.map((one) => pictureOf(screen, one, context)));
}

/** Screens and messages of a filter, grouped by section. */
export function findScreens(filter: GalleryFilter, context: DemoRequestContext): ScreenEntry[] {
  const byArea = Map.groupBy(screenList(context), ({ area }) => area);
  return screenAreas
    .filter((area) => filter.areas.includes(area))
    .flatMap((area) => (byArea.get(area) ?? []).filter((entry) => matchesSearch(filter, entry)));
}

export function pictureOf(entry: ScreenEntry, variant: Variant, { t, language }: DemoRequestContext): GalleryPicture {
  const { brand, province, width, scheme } = variant;
  const query = new URLSearchParams({ brand: brand.id, province, language: variant.language });
  return {
    id: entry.id,
    title: entry.title,
    area: entry.area,
    url: `${entry.path}?${query}`,
    brand: brand.id,
    province,
    language: variant.language,
    width,
    scheme,
    words: [
      brand.name[language],
      t(`province.${province}`),
      t(`gallery.in.${variant.language}`),
      t("gallery.pixels", { width }),
      t(`gallery.scheme.${scheme}`),
    ],
  };
}
