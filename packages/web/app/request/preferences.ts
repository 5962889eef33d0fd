import { type Language, type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import { acceptedLanguages } from "@vestibule/contract/brand/preferred-language.rule.ts";
import type { EntryQuery } from "./entry-query.rule.ts";

/** Lifetime of the cookies that a browser keeps between sessions. */
export const preferenceSeconds = ttl.preferenceCookieMonths * 30.4375 * 24 * 3600;

interface PreferenceSources {
  entryQuery: Pick<EntryQuery, "province" | "language">;
  cookies: { province: string | undefined; language: string | undefined };
  /** Kept with the account of a signed-in person. */
  account?: { province: string; language: string } | undefined;
  acceptLanguage: string | null;
}

export interface Preferences {
  province: ProvinceId;
  /** `choice` when the query, a cookie or the account names the province, else `guess`. */
  provinceFrom: "choice" | "guess";
  language: Language;
  /** Values from the query: saved in cookies. */
  chosen: { province?: ProvinceId; language?: Language };
}

/**
 * Province and language of a request, in order: query, cookie, account, Accept-Language (language only, among the
 * province's languages), the brand's defaults. A request that prefers French and names no province gets the brand's
 * French-speaking one, whichever of the three prefers it: the next request has only the cookie.
 */
export function readPreferences(brand: BrandData, candidates: PreferenceSources): Preferences {
  const requestedProvince = menuProvince(brand, candidates.entryQuery.province);
  const keptProvince =
    menuProvince(brand, candidates.cookies.province) ?? menuProvince(brand, candidates.account?.province);
  const accepted = acceptedLanguages(candidates.acceptLanguage);
  const preferred = candidates.entryQuery.language?.toLowerCase() ?? candidates.cookies.language ?? accepted[0];
  const frenchProvince = preferred === "fr" ? menuProvince(brand, brand.frenchFirstProvince) : undefined;
  const province = requestedProvince ?? keptProvince ?? frenchProvince ?? brand.defaults.province;

  const offeredLanguages = languagesOf(brand, province);
  const findOffered = (language: string | null | undefined) =>
    offeredLanguages.find((one) => one === language?.toLowerCase());
  const requestedLanguage = findOffered(candidates.entryQuery.language);
  const language =
    requestedLanguage ??
    findOffered(candidates.cookies.language) ??
    findOffered(candidates.account?.language) ??
    accepted.map(findOffered).find((found) => found !== undefined) ??
    findOffered(province === brand.defaults.province ? brand.defaults.language : offeredLanguages[0]) ??
    brand.defaults.language;

  return {
    province,
    provinceFrom: requestedProvince === undefined && keptProvince === undefined ? "guess" : "choice",
    language,
    chosen: {
      ...(requestedProvince === undefined ? {} : { province: requestedProvince }),
      ...(requestedLanguage === undefined ? {} : { language: requestedLanguage }),
    },
  };
}

/** Languages of a brand in a province, in order of preference. */
export function languagesOf(brand: BrandData, province: ProvinceId): readonly Language[] {
  return brand.provinces[province]?.languages ?? [brand.defaults.language];
}

export function menuProvince(brand: BrandData, value: string | null | undefined): ProvinceId | undefined {
  const id = provinceIds.find((province) => province === value?.toLowerCase());
  return id !== undefined && brand.provinces[id]?.menu ? id : undefined;
}
