import { type Language, type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import { acceptedLanguages } from "@vestibule/contract/brand/preferred-language.rule.ts";
import type { EntryQuery } from "./entry-query.rule.ts";

/** Lifetime of the cookies that a browser keeps after the session. */
export const preferenceSeconds = ttl.preferenceCookieMonths * 30.4375 * 24 * 3600;

interface PreferenceSources {
  entryQuery: Pick<EntryQuery, "province" | "language">;
  cookies: { province: string | undefined; language: string | undefined };
  /** As saved in the account of a signed-in person. */
  account?: { province: string; language: string } | undefined;
  acceptLanguage: string | null;
}

export interface Preferences {
  province: ProvinceId;
  /** `choice`: the query, a cookie or the account names the province. */
  provinceFrom: "choice" | "guess";
  language: Language;
  /** Saved in cookies: values from the query, and the language where the query's province does not offer the saved one. */
  chosen: { province?: ProvinceId; language?: Language };
}

/**
 * Province and language of a request. The first source that names one decides: query, cookie, account, Accept-Language
 * (for the language only), the brand's defaults. A language must be offered in the province. A request without a
 * province gets the brand's French-speaking one if its query, its cookie or Accept-Language prefers French.
 */
export function readPreferences(brand: BrandData, candidates: PreferenceSources): Preferences {
  const query = honouredQuery(brand, candidates.entryQuery);
  const requestedProvince = query.province;
  const keptProvince =
    menuProvince(brand, candidates.cookies.province) ?? menuProvince(brand, candidates.account?.province);
  const accepted = acceptedLanguages(candidates.acceptLanguage);
  const preferred = query.language?.toLowerCase() ?? candidates.cookies.language ?? accepted[0];
  const frenchProvince = preferred === "fr" ? menuProvince(brand, brand.frenchFirstProvince) : undefined;
  const province = requestedProvince ?? keptProvince ?? frenchProvince ?? brand.defaults.province;

  const offeredLanguages = languagesOf(brand, province);
  const findOffered = (language: string | null | undefined) =>
    offeredLanguages.find((one) => one === language?.toLowerCase());
  const requestedLanguage = findOffered(query.language);
  const language =
    requestedLanguage ??
    findOffered(candidates.cookies.language) ??
    findOffered(candidates.account?.language) ??
    accepted.map(findOffered).find((found) => found !== undefined) ??
    findOffered(province === brand.defaults.province ? brand.defaults.language : offeredLanguages[0]) ??
    brand.defaults.language;

  const leavesKeptLanguage =
    requestedProvince !== undefined &&
    candidates.cookies.language !== undefined &&
    findOffered(candidates.cookies.language) === undefined;

  return {
    province,
    provinceFrom: requestedProvince === undefined && keptProvince === undefined ? "guess" : "choice",
    language,
    chosen: {
      ...(requestedProvince === undefined ? {} : { province: requestedProvince }),
      ...(requestedLanguage !== undefined || leavesKeptLanguage ? { language } : {}),
    },
  };
}

/** Province and language of a query. Of a pair that the brand does not serve, neither is taken. */
function honouredQuery(brand: BrandData, query: PreferenceSources["entryQuery"]) {
  const province = menuProvince(brand, query.province);
  const isPair = query.province !== undefined && query.language !== undefined;
  const isServed =
    province !== undefined &&
    languagesOf(brand, province).some((language) => language === query.language?.toLowerCase());
  return isPair && !isServed ? {} : { province, language: query.language };
}

/** Languages of a brand in a province, in order of preference. */
export function languagesOf(brand: BrandData, province: ProvinceId): readonly Language[] {
  return brand.provinces[province]?.languages ?? [brand.defaults.language];
}

/** The province, if the brand has it in its menu. */
export function menuProvince(brand: BrandData, value: string | null | undefined): ProvinceId | undefined {
  const id = provinceIds.find((province) => province === value?.toLowerCase());
  return id !== undefined && brand.provinces[id]?.menu ? id : undefined;
}
