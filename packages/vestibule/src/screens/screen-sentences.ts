import { readFile } from "node:fs/promises";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { isOfJourney } from "@vestibule/web/build-web.ts";
import { namespaces, pageTextForms } from "@vestibule/wording/tables.ts";
import type { DrawDeps } from "./draw-screen.ts";
import { drawPublicScreen, publicEntries } from "./public-screens.ts";

/**
 * Keys of the sentences that each screen shows, in reading order, `telephone` where it shows a number, and `journey` where
 * it shows the version that a journey keeps.
 */
export type ScreenSentences = Readonly<Record<string, readonly string[]>>;

/** A weekday while the lines are open, so that every build finds the same. */
const drawnAt = new Date("2026-11-27T20:00:00Z");

/** Draws each screen of each brand with marks in place of sentences: what only one brand shows is found as well. */
export async function findScreenSentences(
  web: DrawDeps["web"],
  { brands }: Pick<BrandBook, "brands">,
): Promise<ScreenSentences> {
  const found = new Map<string, Set<string>>(publicEntries.map(({ id }) => [id, new Set()]));
  for (const brand of brands) {
    const { province, language } = brand.defaults;
    const marks = Object.fromEntries(Object.keys(pageTextForms(namespaces, language)).map((key) => [key, `⟦${key}⟧`]));
    const marked = { ...brand, overrides: { ...brand.overrides, [language]: marks } };
    for (const { id, screen } of publicEntries) {
      const html = await drawPublicScreen({ web, now: drawnAt }, screen, { brand: marked, province, language });
      for (const [, key = ""] of html.matchAll(/⟦([^⟧]+)⟧/g)) found.get(id)?.add(key);
      if (html.includes('href="tel:')) found.get(id)?.add("telephone");
      const { session } = screen({ brand, province, language, now: drawnAt }).preview;
      if (isOfJourney(session)) found.get(id)?.add("journey");
    }
  }
  return Object.fromEntries([...found].map(([id, keys]) => [id, [...keys]]));
}

/** Empty in development, which has no build. */
export async function readScreenSentences(file: string): Promise<ScreenSentences> {
  const text = await readFile(file, "utf8").catch((fault: unknown) => {
    if (faultCode(fault) === "ENOENT") return "{}";
    throw fault;
  });
  return JSON.parse(text);
}
