import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";

export interface LinkUrl {
  origin: string;
  /** The portal's entry page by default. */
  path?: `/${string}`;
  /** The token, under the parameter name that the page expects. */
  query: Readonly<Record<string, string>>;
  language: Language;
  province: ProvinceId;
}

/** URL of the button in a message: a page of the portal, which removes the token from the URL immediately. */
export function linkUrl({ origin, path = "/", query, language, province }: LinkUrl): string {
  const url = new URL(path, origin);
  url.search = new URLSearchParams({ ...query, language, province }).toString();
  return url.href;
}
