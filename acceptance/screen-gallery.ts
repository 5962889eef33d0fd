import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Portal } from "./portal.ts";

/** An entry of the screen gallery: a screen in one of its states, or a message. */
export interface Screen {
  id: string;
  kind: "ordinary" | "roadblock" | "message";
  title: string;
  path: string;
}

export interface BrandLocale {
  brand: string;
  province: string;
}

const brands: readonly { brand: string; province: Partial<Record<Language, string>> }[] = [
  { brand: "belair", province: { fr: "qc", en: "bc" } },
  { brand: "bna", province: { fr: "qc", en: "on" } },
  { brand: "intact", province: { fr: "qc", en: "ns" } },
  { brand: "scotia", province: { fr: "nb", en: "ab" } },
  { brand: "servus", province: { en: "ab" } },
];

/** Brands and provinces that offer the language. */
export function localesOf(language: Language): BrandLocale[] {
  return brands.flatMap(({ brand, province: { [language]: province } }) =>
    province === undefined ? [] : [{ brand, province }],
  );
}

export async function everyScreen({ page, language }: Portal): Promise<Screen[]> {
  const answer = await page.request.get(`/demo/screens.json?language=${language}`);
  return answer.json();
}

/** Opens the screen with this id under a brand. */
export async function openScreen(portal: Portal, id: string, locale: BrandLocale): Promise<void> {
  const screen = (await everyScreen(portal)).find((other) => other.id === id);
  if (screen === undefined) throw new Error(`the gallery has no screen ${id}`);
  await portal.page.goto(urlOf(screen, locale, portal.language));
  await portal.listens();
}

/** The URL of a screen under a brand. */
export function urlOf({ path }: Screen, { brand, province }: BrandLocale, language: Language): string {
  return `${path}?brand=${brand}&province=${province}&language=${language}`;
}
