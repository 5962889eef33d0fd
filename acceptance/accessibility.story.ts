import { isWholeMatrix } from "../test/matrix.ts";
import type { AxeRules } from "./axe.ts";
import { expect, type Portal, story } from "./portal.ts";
import {
  type BrandLocale,
  chooseByElements,
  everyScreen,
  fetchDocument,
  localesOf,
  type Screen,
  screensToCheck,
  urlOf,
} from "./screen-gallery.ts";
import { type Reading, readSheets } from "./sheets.ts";

/** A small phone, which is as wide as a desktop at 400 % zoom, and a desktop. */
const widths = [320, 1280] as const;
const colorSchemes = ["light", "dark"] as const;
const windows = widths.flatMap((width) => colorSchemes.map((colorScheme) => ({ width, colorScheme })));
const shares = isWholeMatrix ? [0, 1, 2, 3, 4, 5, 6, 7] : [0];

/** A screen of a brand in one kind of window. */
interface Cell {
  screen: Screen;
  locale: BrandLocale;
  width: (typeof widths)[number];
  colorScheme: (typeof colorSchemes)[number];
}

/** Lists each screen to check with every brand, or outside of the whole matrix with one brand in turn. */
async function everyCell(portal: Portal): Promise<Cell[]> {
  const locales = localesOf(portal.language);
  return (await screensToCheck(portal)).flatMap((screen, row) =>
    locales
      .map((locale, column) => ({
        screen,
        locale,
        width: widths[(row + column) % 2 === 0 ? 0 : 1],
        colorScheme: colorSchemes[(row + (column >> 1)) % 2 === 0 ? 0 : 1],
      }))
      .filter((_, column) => isWholeMatrix || column === row % locales.length),
  );
}

/** Fetches a cell without its scripts. */
async function fetchSheet<Shown extends Pick<Cell, "screen" | "locale">>({ language }: Portal, cell: Shown) {
  const response = await fetchDocument(urlOf(cell.screen, cell.locale, language));
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
  const isMail = response.headers.get("content-security-policy")?.includes("sandbox") ?? false;
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

const checked = isWholeMatrix ? "every screen and message of every brand" : "every kind of element of a brand";
for (const share of shares)
  story(`${checked} is accessible (${share + 1} of ${shares.length})`, { tag: "@script" }, async ({ portal }) => {
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
  });

if (isWholeMatrix)
  story(
    "every kind of element has enough contrast under every brand, in light and in dark",
    { tag: ["@script", "@branch"] },
    async ({ portal }) => {
      story.slow();
      // Every brand offers English.
      portal.language = "en";
      const screens = await chooseByElements(portal, await everyScreen(portal));
      const cells = screens.flatMap((screen) =>
        localesOf("en").flatMap((locale) =>
          colorSchemes.map((colorScheme) => ({ screen, locale, colorScheme, width: 1280 as const })),
        ),
      );
      await readCells(portal, cells, {
        rules: "contrast",
        check: (_cell, reading) => expect(reading.barriers).toEqual([]),
      });
    },
  );
