import type { Page } from "@playwright/test";
import { type AxeRules, createSharedReader } from "./axe.ts";

/** Measurements of one document. */
export interface Reading {
  headings: number;
  /** Number of telephone links among the exits. */
  telephones: number;
  /** Widths in pixels, with web fonts and with fallback fonts. A document wider than the window scrolls sideways. */
  wide: number;
  barriers: string[];
}

/** Checks documents one after another in one call of the page, since a call takes as long as a check. */
export async function readSheets<Sheet extends { html: string }>(
  page: Page,
  sheets: readonly Sheet[],
  rules: AxeRules,
): Promise<(Sheet & { reading: Reading })[]> {
  await createSharedReader(page);
  const readings = await page.evaluate(
    async ({ documents, rules }) => {
      const found: Reading[] = [];
      for (const html of documents) {
        document.open();
        document.write(html);
        document.close();
        const styles = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
        const pictures = [...document.images].filter(({ loading }) => loading !== "lazy");
        // A written document reports complete before they have loaded.
        const awaited = [...styles.filter(({ sheet }) => sheet === null), ...pictures.filter((one) => !one.complete)];
        await Promise.all(
          awaited.map((one) => new Promise((come) => ["load", "error"].map((end) => one.addEventListener(end, come)))),
        );
        // Layout triggers the loading of fonts.
        const { scrollWidth: fallbackWide } = document.documentElement;
        await document.fonts.ready;
        found.push({
          headings: document.querySelectorAll("h1").length,
          telephones: document.querySelectorAll("main .tiles a[href^='tel:']").length,
          wide: Math.max(fallbackWide, document.documentElement.scrollWidth),
          barriers: (await window.findViolations?.(rules)) ?? ["nothing reads this page"],
        });
      }
      return found;
    },
    { documents: sheets.map(({ html }) => html), rules },
  );
  return sheets.map((sheet, index) => {
    const reading = readings[index];
    if (reading === undefined) throw new Error("a sheet was not read");
    return { ...sheet, reading };
  });
}
