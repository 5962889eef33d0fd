import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

/** The minified build, since every document parses it again. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    /** Returns the current accessibility violations; defined once axe is installed in the page. */
    findViolations?: (rules: AxeRules) => Promise<string[]>;
  }
}

/** All rules of WCAG 2.2 AA, or only those of contrast. */
const ruleSets = {
  wcag: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  contrast: { type: "rule", values: ["color-contrast"] },
} as const satisfies Record<string, axe.RunOnly>;
export type AxeRules = keyof typeof ruleSets;

/** Scans no frames, since no page has one, and does not preload style sheets. */
const asked: axe.RunOptions = {
  resultTypes: ["violations"],
  preload: { assets: ["media"] },
  iframes: false,
};

/** Installs axe once per document, also across content changes: installing takes longer than a scan. */
export async function createSharedReader(page: Page): Promise<void> {
  if (await page.evaluate(() => "findViolations" in window)) return;
  await page.evaluate(source);
  await page.evaluate(
    ({ options, ruleSets }) => {
      const { axe: reader } = window as unknown as { axe: typeof axe };
      window.findViolations = async (rules) => {
        const runOnly = { ...ruleSets[rules], values: [...ruleSets[rules].values] };
        const { violations } = await reader.run(document, { ...options, runOnly });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
      };
    },
    { options: asked, ruleSets },
  );
}

/** Returns the current accessibility violations of the page, each with its rule and elements. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await createSharedReader(page);
  return page.evaluate(() => window.findViolations?.("wcag") ?? ["nothing reads this page"]);
}

/** Creates the folder in which the processes of a run record scanned pages. Returns a function that removes it. */
export function keepReadPages(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-stories-read-"));
  process.env.STORIES_READ = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Records the scan of a page. Returns whether it is the first one in this run. */
export function isFirstReading(page: string): boolean {
  const folder = process.env.STORIES_READ;
  if (folder === undefined) throw new Error("no folder for the list of pages that were read");
  try {
    writeFileSync(join(folder, createHash("sha256").update(page).digest("hex")), "", { flag: "wx" });
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw fault;
  }
}
