import { setTimeout as wait } from "node:timers/promises";
import type { AxeRules } from "./axe.ts";
import { isWholeMatrix } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { portalOrigin } from "./ports.ts";
import { type BrandLocale, everyScreen, localesOf, type Screen, urlOf } from "./screen-gallery.ts";
import { type Reading, readSheets } from "./sheets.ts";

/** A small phone, which is as wide as a desktop at 400 % zoom, and a desktop. */
const widths = [320, 1280] as const;
const colorSchemes = ["light", "dark"] as const;
const windows = widths.flatMap((width) => colorSchemes.map((colorScheme) => ({ width, colorScheme })));
const shares = isWholeMatrix ? [0, 1, 2, 3, 4, 5, 6, 7] : [0, 1, 2, 3];

/** A screen of a brand in one kind of window. */
interface Cell {
  screen: Screen;
  locale: BrandLocale;
  width: (typeof widths)[number];
  colorScheme: (typeof colorSchemes)[number];
}

/**
 * Lists each screen with one brand, taking the brands in turn, or in the whole matrix with all brands. The brands of a
 * screen cover each width in light and dark.
 */
async function everyCell(portal: Portal): Promise<Cell[]> {
  const locales = localesOf(portal.language);
  return (await everyScreen(portal)).flatMap((screen, row) =>
    locales
      .map((locale, column) => ({
        screen,
        locale,
        width: widths[(row + column) % 2 === 0 ? 0 : 1],
        colorScheme: colorSchemes[(row + (column >> 1)) % 2 === 0 ? 0 : 1],
      }))
      .filter((_, column) => isWholeMatrix || column === (row >> 2) % locales.length),
  );
}

/**
 * Chooses few screens that together show every kind of element, which is its tag, classes, style, tone and state. Each
 * screen adds the largest number of new kinds.
 */
async function everyKindOfElement(portal: Portal, locale: BrandLocale): Promise<Screen[]> {
  const missing = new Map<Screen, Set<string>>();
  for (const screen of await everyScreen(portal)) {
    const { html } = await fetchSheet(portal, { screen, locale });
    missing.set(screen, new Set(html.match(/<\w+|(?:class|style|data-tone|aria-invalid)="[^"]*"/g)));
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

/** Response to a new client without cookies. Retries after the delay in Retry-After. */
async function answerAt(url: string): Promise<Response> {
  const answer = await fetch(portalOrigin() + url);
  const seconds = Number(answer.headers.get("retry-after"));
  if (seconds === 0) return answer;
  await wait(seconds * 1000);
  return answerAt(url);
}

/** Fetches a cell without its scripts. */
async function fetchSheet<Shown extends Pick<Cell, "screen" | "locale">>({ language }: Portal, cell: Shown) {
  const answer = await answerAt(urlOf(cell.screen, cell.locale, language));
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, "");
  const isMail = answer.headers.get("content-security-policy")?.includes("sandbox") ?? false;
  return { ...cell, html, isMail };
}

/** Checks each cell in the window of its kind. */
async function readCells(
  portal: Portal,
  cells: readonly Cell[],
  { rules, check }: { rules: AxeRules; check: (cell: Cell, reading: Reading) => void },
): Promise<void> {
  const { page } = portal;
  // A document of the portal's own host, so that fonts load as on a page. Its policy allows only its own styles.
  await portal.open("/legal/privacy");
  const nonce = await page.evaluate(() => document.querySelector("style")?.nonce);
  // An e-mail has its own styles and is read outside the portal.
  const inbox = await page.context().newPage();
  for (const { width, colorScheme } of windows) {
    const alike = cells.filter((cell) => cell.width === width && cell.colorScheme === colorScheme);
    const sent = [];
    // Sequential, because parallel requests trigger the overload response.
    for (const cell of alike) {
      const sheet = await fetchSheet(portal, cell);
      sent.push({ ...sheet, html: sheet.html.replace(/(<style id="page-styles" nonce=")[^"]*/, `$1${nonce}`) });
    }
    for (const desk of [page, inbox]) {
      const sheets = sent.filter(({ isMail }) => isMail === (desk === inbox));
      await desk.setViewportSize({ width, height: 800 });
      // Reduced motion, because colours change during a transition.
      await desk.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const { reading, ...cell } of await readSheets(desk, sheets, rules))
        await story.step(`${cell.screen.id}, ${cell.locale.brand}, ${width}, ${colorScheme}`, () =>
          check(cell, reading),
        );
    }
  }
}

const under = isWholeMatrix ? "every brand" : "a brand";
for (const share of shares)
  story(
    `every screen and every message of ${under} is accessible (${share + 1} of ${shares.length})`,
    { tag: ["@script", "@language"] },
    async ({ portal }) => {
      story.slow();
      const cells = (await everyCell(portal)).filter((_, index) => index % shares.length === share);
      await readCells(portal, cells, {
        rules: "wcag",
        check: ({ screen, width }, reading) => {
          expect(reading.headings).toBe(1);
          if (screen.kind === "roadblock") expect(reading.telephones).toBeGreaterThan(0);
          expect(reading.wide).toBeLessThanOrEqual(width);
          expect(reading.barriers).toEqual([]);
        },
      });
    },
  );

story(
  "every kind of element has enough contrast under every brand, in light and in dark",
  { tag: "@script" },
  async ({ portal }) => {
    story.slow();
    // Every brand offers English.
    portal.language = "en";
    const locales = localesOf("en");
    const [first] = locales;
    if (first === undefined) throw new Error("no brand");
    const screens = await everyKindOfElement(portal, first);
    const cells = screens.flatMap((screen) =>
      locales.flatMap((locale) =>
        colorSchemes.map((colorScheme) => ({ screen, locale, colorScheme, width: 1280 as const })),
      ),
    );
    await readCells(portal, cells, {
      rules: "contrast",
      check: (_cell, reading) => expect(reading.barriers).toEqual([]),
    });
  },
);
