import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import type { BrandData } from "./brand.schema.ts";

/** Languages of an Accept-Language header by preference, as their first two letters. */
export function acceptedLanguages(header: string | null | undefined): string[] {
  return (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...settings] = part.trim().split(";");
      const quality = settings.find((setting) => setting.trim().startsWith("q="));
      return { language: tag.slice(0, 2).toLowerCase(), quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter((candidate) => candidate.quality > 0)
    .sort((left, right) => right.quality - left.quality)
    .map((candidate) => candidate.language);
}

/** Headers of a request; `get` returns null or undefined where a header is absent. */
interface LanguageHeaders {
  get(name: "cookie" | "accept-language"): string | null | undefined;
}

/** From query, cookie and Accept-Language, then French where the brand offers it. */
export function preferredLanguage(
  { url, headers }: { url: string; headers: LanguageHeaders },
  brand?: Pick<BrandData, "provinces">,
): Language {
  const offered =
    brand === undefined ? languages : Object.values(brand.provinces).flatMap((province) => province.languages);
  const query = URL.parse(url)?.searchParams.get("language")?.toLowerCase();
  const cookie = /(?:^|;\s*)language=(\w+)/.exec(headers.get("cookie") ?? "")?.[1];
  const candidates = [query, cookie, ...acceptedLanguages(headers.get("accept-language")), "fr", "en"];
  return candidates.find((candidate) => isOneOf(offered, candidate)) ?? "fr";
}
