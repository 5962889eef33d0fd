import { type Language, languages, type ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { acceptedLanguages } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { type KeyOf, sentence, textKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { parse as parseCookies } from "hono/utils/cookie";

/** Cookie that selects a brand on any host in demo mode; its value is the brand's id. */
export const brandCookie = "demo-brand";
/** Language of the guide alone; the portal has its own cookie. */
export const languageCookie = "demo-language";

export type DemoTranslate = (
  key: KeyOf<"demo"> | `province.${ProvinceId}`,
  facts?: Record<string, string | number>,
) => string;

/** Context of a request for a page of the guide. */
export interface DemoRequestContext {
  brand: Brand;
  /** Set where the cookie, not the host, selected the brand. */
  chosenBrand: Brand | undefined;
  hostBrand: Brand;
  language: Language;
  /** Province whose time zone the guide uses. */
  province: ProvinceId;
  origin: string;
  t: DemoTranslate;
}

/** Brand from cookie, else host; language from query, cookie, Accept-Language, then the brand's default. */
export function readDemoContext(request: Request, brands: BrandBook): DemoRequestContext {
  const url = new URL(request.url);
  const cookies = parseCookies(request.headers.get("cookie") ?? "");
  const chosenBrand = brands.byId(cookies[brandCookie] ?? "");
  const hostBrand = brands.byHost(url.host);
  const brand = chosenBrand ?? hostBrand;
  const candidates = [
    url.searchParams.get("language"),
    cookies[languageCookie],
    ...acceptedLanguages(request.headers.get("accept-language")),
  ];
  const language = candidates.map(parseLanguage).find((found) => found !== undefined) ?? brand.defaults.language;
  const { province } = brand.defaults;
  return { brand, chosenBrand, hostBrand, language, province, origin: url.origin, t: translatorOf(language) };
}

export function translatorOf(language: Language): DemoTranslate {
  return (key, facts) => {
    const namespace = key.startsWith("province.") ? "common" : "demo";
    return t(sentence(textKey(`${namespace}:${key}`), language), language, facts);
  };
}

export function parseLanguage(value: string | null | undefined): Language | undefined {
  return languages.find((language) => language === value?.toLowerCase());
}
