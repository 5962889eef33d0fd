import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { DemoVisit } from "../demo-visit.rule.ts";
import { type ScreenEntry, screenList } from "../screen-list.rule.ts";
import { screenAreas } from "./screen-area.rule.ts";
import { isFound, type Look, looksOf, type WallChoice, type WallScheme, type WallWidth } from "./wall-query.rule.ts";

/**
 * One picture of the gallery, as JSON. `address` is its URL; `words`: brand, province, language, width and colours in
 * words.
 */
export interface WallPicture {
  id: string;
  title: string;
  area: ScreenEntry["area"];
  address: string;
  brand: string;
  province: ProvinceId;
  language: Language;
  width: WallWidth;
  scheme: WallScheme;
  words: string[];
}

/** Every picture of a filter, across all pages of the gallery. */
export function wallList(choice: WallChoice, visit: DemoVisit): WallPicture[] {
  const looks = looksOf(choice);
  return wallScreens(choice, visit).flatMap((entry) => looks.map((look) => wallPicture(entry, look, visit)));
}

/** Screens and messages of a filter, grouped by section. */
export function wallScreens(choice: WallChoice, visit: DemoVisit): ScreenEntry[] {
  const parts = Map.groupBy(screenList(visit), ({ area }) => area);
  return screenAreas
    .filter((area) => choice.areas.includes(area))
    .flatMap((area) => (parts.get(area) ?? []).filter((entry) => isFound(choice, entry)));
}

export function wallPicture(entry: ScreenEntry, look: Look, { say, language }: DemoVisit): WallPicture {
  const { brand, province, width, scheme } = look;
  const query = new URLSearchParams({ brand: brand.id, province, language: look.language, scheme });
  return {
    ...{ id: entry.id, title: entry.title, area: entry.area, address: `${entry.path}?${query}` },
    ...{ brand: brand.id, province, language: look.language, width, scheme },
    words: [
      brand.name[language],
      say(`province.${province}`),
      say(`wall.in.${look.language}`),
      say("wall.pixels", { width }),
      say(`wall.scheme.${scheme}`),
    ],
  };
}
