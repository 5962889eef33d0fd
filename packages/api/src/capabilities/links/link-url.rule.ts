import type { LinkSource } from "@vestibule/catalogue/link.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";

export interface LinkUrl {
  /** Of the portal, as its brand has it. */
  origin: string;
  token: string;
  source?: LinkSource;
  language: Language;
  province: ProvinceId;
}

/** What an e-mail's button opens: the portal's entrance, which takes the token out of the address bar at once. */
export function linkUrl({ origin, token, source, language, province }: LinkUrl): string {
  const address = new URL("/", origin);
  address.searchParams.set("token", token);
  if (source !== undefined) address.searchParams.set("src", source);
  address.searchParams.set("language", language);
  address.searchParams.set("province", province);
  return address.href;
}
