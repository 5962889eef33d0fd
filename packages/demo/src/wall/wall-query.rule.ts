import { type Language, languages, type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { DemoVisit } from "../demo-visit.rule.ts";
import { type ScreenArea, screenAreas } from "./screen-area.rule.ts";

export const wallWidths = [360, 768, 1280] as const;
export type WallWidth = (typeof wallWidths)[number];
export const wallSchemes = ["light", "dark"] as const;
export type WallScheme = (typeof wallSchemes)[number];

/** The gallery's filter. */
export interface WallChoice {
  brands: readonly Brand[];
  /** `own`: each brand's default. `every`: all of them. */
  province: ProvinceId | "own" | "every";
  languages: readonly Language[];
  widths: readonly WallWidth[];
  schemes: readonly WallScheme[];
  areas: readonly ScreenArea[];
  /** Search text as typed. */
  find: string;
  /** Page number, from 1. */
  page: number;
}

/** One combination of brand, locale, width and colours. */
export interface Look {
  brand: Brand;
  province: ProvinceId;
  language: Language;
  width: WallWidth;
  scheme: WallScheme;
}

/**
 * Parses the query; defaults are the request's brand and language, a phone's width and light colours. `every` selects
 * all.
 */
export function readWall(asked: URLSearchParams, brands: BrandBook, visit: DemoVisit): WallChoice {
  const some = <T extends string | number>(name: string, known: readonly T[], otherwise: readonly T[]) => {
    const given = asked.getAll(name);
    const chosen = given.includes("every") ? known : known.filter((one) => given.includes(String(one)));
    return chosen.length > 0 ? chosen : otherwise;
  };
  const ids = some(
    "brand",
    brands.brands.map(({ id }) => id),
    [visit.brand.id],
  );
  const province = asked.get("province") ?? "own";
  return {
    brands: brands.brands.filter(({ id }) => ids.includes(id)),
    province: province === "every" ? province : (provinceIds.find((id) => id === province) ?? "own"),
    languages: some("in", languages, [visit.language]),
    widths: some("width", wallWidths, [360]),
    schemes: some("scheme", wallSchemes, ["light"]),
    areas: some("area", screenAreas, screenAreas),
    find: (asked.get("find") ?? "").trim().slice(0, 80),
    page: Math.max(1, Math.trunc(Number(asked.get("page")) || 1)),
  };
}

/** Whether a screen's name has every word of the search, ignoring case and accents. */
export function isFound({ find }: WallChoice, { title, id }: { title: string; id: string }): boolean {
  const called = folded(`${title} ${id}`);
  return folded(find)
    .split(/\s+/)
    .every((word) => called.includes(word));
}

/** Normalises text for comparison. */
export function folded(words: string): string {
  return words.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("\u2019", "'").toLowerCase();
}

/** Every selected combination that exists: a brand's own provinces, and the languages of each. */
export function looksOf(choice: WallChoice): Look[] {
  return choice.brands.flatMap((brand) =>
    provincesOf(brand, choice.province).flatMap((province) =>
      choice.languages
        .filter((language) => brand.provinces[province]?.languages.includes(language))
        .flatMap((language) =>
          choice.widths.flatMap((width) =>
            choice.schemes.map((scheme) => ({ brand, province, language, width, scheme })),
          ),
        ),
    ),
  );
}

function provincesOf(brand: Brand, asked: WallChoice["province"]): ProvinceId[] {
  if (asked === "own") return [brand.defaults.province];
  return provinceIds.filter((id) => brand.provinces[id] !== undefined && (asked === "every" || asked === id));
}
