import type { LinkSource } from "@vestibule/catalogue/link.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";

export interface LinkUrl {
  /** Portal origin of the brand. */
  origin: string;
  token: string;
  source?: LinkSource;
  language: Language;
  province: ProvinceId;
}

/** URL of the button in an e-mail: the portal entry page, which removes the token from the URL immediately. */
export function linkUrl({ origin, token, source, language, province }: LinkUrl): string {
  const address = new URL("/", origin);
  address.searchParams.set("token", token);
  if (source !== undefined) address.searchParams.set("src", source);
  address.searchParams.set("language", language);
  address.searchParams.set("province", province);
  return address.href;
}
