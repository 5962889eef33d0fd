import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { GalleryPicture } from "../packages/demo/src/screen-gallery/picture-list.rule.ts";
import type { SavedPicture } from "../packages/demo/src/screen-gallery/saved-gallery.screen.ts";
import { browserFlags, findBrowser } from "./browser.mjs";

const pagesAtOnce = Math.min(8, Math.max(2, availableParallelism()));
const heights = { 360: 740, 768: 1024, 1280: 800 } as const;
const reportEach = 50;
/** On a busy machine the browser sometimes fails to take a picture; a retry succeeds. */
const triesOfEach = 3;

/** Takes full-page pictures; opens each page once for all its widths, a few pages at once. */
export async function takePictures(order: {
  origin: string;
  folder: string;
  pictures: readonly GalleryPicture[];
  report(line: string): void;
}): Promise<SavedPicture[]> {
  const { origin, folder, pictures, report } = order;
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: browserFlags, ...(executablePath && { executablePath }) });
  const waiting = Map.groupBy(pictures, ({ url }) => url).values();
  const startedAt = performance.now();
  const taken = new Map<string, SavedPicture>();
  const work = async () => {
    const pages = new Map<string, Page>();
    for (const widths of waiting) {
      for (const picture of await takeWidths(browser, { origin, folder, pages, widths })) {
        taken.set(picture.file, picture);
        if (taken.size % reportEach === 0 || taken.size === pictures.length)
          report(`${taken.size} of ${pictures.length}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: pagesAtOnce }, work));
  } finally {
    await browser.close();
  }
  return pictures.flatMap((picture) => taken.get(fileOf(picture)) ?? []);
}

function fileOf({ id, brand, province, language, width, scheme }: GalleryPicture): string {
  return `pictures/${id}/${[brand, province, language, width, scheme].join("-")}.webp`;
}

interface WidthsOrder {
  origin: string;
  folder: string;
  /** Browser contexts by colour scheme and language, which pictures share. */
  pages: Map<string, Page>;
  /** Of one URL. */
  widths: readonly GalleryPicture[];
}

/** Takes the widest picture first, because it loads the side panel. */
async function takeWidths(browser: Browser, { origin, folder, pages, widths }: WidthsOrder) {
  const [widest, ...others] = widths.toSorted((left, right) => right.width - left.width);
  if (widest === undefined) return [];
  const name = `${widest.scheme} ${widest.language}`;
  for (let tries = 1; ; tries += 1) {
    const page = pages.get(name) ?? (await newPage(browser, widest));
    pages.set(name, page);
    try {
      await open(page, { url: origin + widest.url, width: widest.width });
      const taken: SavedPicture[] = [];
      for (const picture of [widest, ...others]) {
        const file = fileOf(picture);
        taken.push({ ...picture, file, height: await take(page, { width: picture.width, path: join(folder, file) }) });
      }
      return taken;
    } catch (fault) {
      if (tries === triesOfEach) throw new Error(`no picture of ${widest.url}`, { cause: fault });
      pages.delete(name);
      await page.context().close();
    }
  }
}

async function newPage(browser: Browser, { scheme, language }: GalleryPicture): Promise<Page> {
  const context = await browser.newContext({
    colorScheme: scheme,
    locale: `${language}-CA`,
    reducedMotion: "reduce",
  });
  return context.newPage();
}

type Width = GalleryPicture["width"];

async function open(page: Page, { url, width }: { url: string; width: Width }): Promise<void> {
  await resize(page, width);
  await page.goto(url, { waitUntil: "load" });
  await page.evaluate(async () => {
    // A blinking caret would make two pictures of the same page differ.
    const still = new CSSStyleSheet();
    still.replaceSync("* { caret-color: transparent !important; }");
    document.adoptedStyleSheets.push(still);
    for (const image of document.images) image.loading = "eager";
    await Promise.allSettled([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  });
  // Elements added by a script exist after hydration.
  await page.waitForFunction(
    () =>
      !("__reactRouterContext" in window) ||
      Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
  );
}

/** Waits until the changes of scripts and of a resize are painted. An e-mail has no script and no animation frames. */
function waitUntilReady(page: Page): Promise<void> {
  return page.evaluate(async () => {
    if (!("__reactRouterContext" in window)) return;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
  });
}

function resize(page: Page, width: Width): Promise<void> {
  return page.setViewportSize({ width, height: heights[width] });
}

/**
 * Takes a picture of the full page as WebP, which is less than half the size of PNG. Returns its height in pixels.
 */
async function take(page: Page, { width, path }: { width: Width; path: string }): Promise<number> {
  await resize(page, width);
  await waitUntilReady(page);
  const devices = await page.context().newCDPSession(page);
  const { cssContentSize } = await devices.send("Page.getLayoutMetrics");
  const height = Math.max(heights[width], Math.ceil(cssContentSize.height));
  await page.setViewportSize({ width, height });
  await waitUntilReady(page);
  const { data } = await devices.send("Page.captureScreenshot", { format: "webp", quality: 75 });
  await devices.detach();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.from(data, "base64"));
  return height;
}
