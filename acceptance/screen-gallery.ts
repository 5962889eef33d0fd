import { setTimeout as wait } from "node:timers/promises";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { isWholeMatrix } from "../test/matrix.ts";
import type { Portal } from "./portal.ts";
import { portalOrigin } from "./ports.ts";

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
  const response = await page.request.get(`/demo/screens.json?language=${language}`);
  return response.json();
}

/**
 * In the whole matrix every screen and message. Otherwise few that together show every kind of element, which is its
 * tag, classes, style, tone and state; each adds the largest number of new kinds.
 */
export async function screensToCheck(portal: Portal): Promise<Screen[]> {
  const screens = await everyScreen(portal);
  if (isWholeMatrix) return screens;
  return chooseByElements(portal, screens);
}

export async function chooseByElements(portal: Portal, screens: readonly Screen[]): Promise<Screen[]> {
  const [locale] = localesOf(portal.language);
  if (locale === undefined) throw new Error("no brand");
  const missing = new Map<Screen, Set<string>>();
  for (const screen of screens) {
    const html = await (await fetchDocument(urlOf(screen, locale, portal.language))).text();
    const drawn = html.replace(/<script[\s\S]*?<\/script>/g, "");
    missing.set(screen, new Set(drawn.match(/<\w+|(?:class|style|data-tone|aria-invalid)="[^"]*"/g)));
  }
  const chosen: Screen[] = [];
  for (;;) {
    const [richest] = [...missing].sort(([, one], [, other]) => other.size - one.size);
    if (richest === undefined || richest[1].size === 0) return chosen;
    const [screen, added] = richest;
    chosen.push(screen);
    for (const kind of added) for (const kinds of missing.values()) kinds.delete(kind);
  }
}

/** Fetches a document as a new client without cookies. Retries after the delay in Retry-After. */
export async function fetchDocument(url: string): Promise<Response> {
  const response = await fetch(portalOrigin() + url);
  const seconds = Number(response.headers.get("retry-after"));
  if (seconds === 0) return response;
  await wait(seconds * 1000);
  return fetchDocument(url);
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
