import { type Language, languages, type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type ScreenArea, screenAreas } from "@vestibule/vestibule/screens/screen-area.rule.ts";
import { foldText } from "@vestibule/wording/fold-text.rule.ts";
import type { DemoRequestContext } from "../request-context.rule.ts";

export const galleryWidths = [360, 768, 1280] as const;
export type GalleryWidth = (typeof galleryWidths)[number];
export const gallerySchemes = ["light", "dark"] as const;
export type GalleryScheme = (typeof gallerySchemes)[number];

export interface GalleryFilter {
  brands: readonly Brand[];
  /** `own`: each brand's default. `every`: all of them. */
  province: ProvinceId | "own" | "every";
  languages: readonly Language[];
  widths: readonly GalleryWidth[];
  schemes: readonly GalleryScheme[];
  areas: readonly ScreenArea[];
  /** Search text as typed. */
  find: string;
  /** Page number, from 1. */
  page: number;
}

/** One combination of brand, locale, width and colours. */
export interface Variant {
  brand: Brand;
  province: ProvinceId;
  language: Language;
  width: GalleryWidth;
  scheme: GalleryScheme;
}

/**
 * Parses the query; defaults are the request's brand and language, a phone's width and light colours. `every` selects
 * all.
 */
export function parseFilter(query: URLSearchParams, brands: BrandBook, context: DemoRequestContext): GalleryFilter {
  const some = <T extends string | number>(name: string, known: readonly T[], otherwise: readonly T[]) => {
    const values = query.getAll(name);
    const chosen = values.includes("every") ? known : known.filter((one) => values.includes(String(one)));
    return chosen.length > 0 ? chosen : otherwise;
  };
  const ids = some(
    "brand",
    brands.brands.map(({ id }) => id),
    [context.brand.id],
  );
  const province = query.get("province") ?? "own";
  return {
    brands: brands.brands.filter(({ id }) => ids.includes(id)),
    province: province === "every" ? province : (provinceIds.find((id) => id === province) ?? "own"),
    languages: some("in", languages, [context.language]),
    widths: some("width", galleryWidths, [360]),
    schemes: some("scheme", gallerySchemes, ["light"]),
    areas: some("area", screenAreas, screenAreas),
    find: (query.get("find") ?? "").trim().slice(0, 80),
    page: Math.max(1, Math.trunc(Number(query.get("page")) || 1)),
  };
}

/** Whether a screen's name has every word of the search, ignoring case and accents. */
export function matchesSearch({ find }: GalleryFilter, { title, id }: { title: string; id: string }): boolean {
  const called = foldText(`${title} ${id}`);
  return foldText(find)
    .split(/\s+/)
    .every((word) => called.includes(word));
}

/** Every selected combination that exists: a brand's own provinces, and the languages of each. */
export function variantsOf(filter: GalleryFilter): Variant[] {
  return filter.brands.flatMap((brand) =>
    provincesOf(brand, filter.province).flatMap((province) =>
      filter.languages
        .filter((language) => brand.provinces[province]?.languages.includes(language))
        .flatMap((language) =>
          filter.widths.flatMap((width) =>
            filter.schemes.map((scheme) => ({ brand, province, language, width, scheme })),
          ),
        ),
    ),
  );
}

function provincesOf(brand: Brand, requested: GalleryFilter["province"]): ProvinceId[] {
  if (requested === "own") return [brand.defaults.province];
  return provinceIds.filter((id) => brand.provinces[id] !== undefined && (requested === "every" || requested === id));
}
