import type { Page } from "@playwright/test";
import { giveReader } from "./axe.ts";

/** What a reader finds on a sheet. */
interface Reading {
  headings: number;
  /** Numbers to call among the ways on. */
  telephones: number;
  /** In pixels, with the fonts of the page and before they come. What is wider than the window is scrolled sideways. */
  wide: number;
  barriers: string[];
}

/** Reads documents one after the other in the page, in one call: a call for each takes as long as its reading. */
export async function readSheets<Sheet extends { html: string }>(
  page: Page,
  sheets: readonly Sheet[],
): Promise<(Sheet & { reading: Reading })[]> {
  await giveReader(page);
  const readings = await page.evaluate(
    async (documents) => {
      const found: Reading[] = [];
      for (const html of documents) {
        document.open();
        document.write(html);
        document.close();
        const styles = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
        const pictures = [...document.images].filter(({ loading }) => loading !== "lazy");
        // A written document calls itself complete before they are there.
        const awaited = [...styles.filter(({ sheet }) => sheet === null), ...pictures.filter((one) => !one.complete)];
        await Promise.all(
          awaited.map((one) => new Promise((come) => ["load", "error"].map((end) => one.addEventListener(end, come)))),
        );
        // What is laid out asks for its fonts.
        const { scrollWidth: fallbackWide } = document.documentElement;
        await document.fonts.ready;
        found.push({
          headings: document.querySelectorAll("h1").length,
          telephones: document.querySelectorAll("main .ways a[href^='tel:']").length,
          wide: Math.max(fallbackWide, document.documentElement.scrollWidth),
          barriers: (await window.barriersNow?.()) ?? ["nothing reads this page"],
        });
      }
      return found;
    },
    sheets.map(({ html }) => html),
  );
  return sheets.map((sheet, index) => {
    const reading = readings[index];
    if (reading === undefined) throw new Error("a sheet was not read");
    return { ...sheet, reading };
  });
}
