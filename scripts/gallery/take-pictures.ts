import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { WallPicture } from "../../packages/vestibule/src/demo/wall/wall-list.rule.ts";
import { findBrowser } from "../browser.mjs";

export interface TakenPicture extends WallPicture {
  /** Path from the gallery's folder. */
  file: string;
}

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const pagesAtOnce = 2;
const heights = { 360: 740, 768: 1024, 1280: 800 } as const;
const tellEach = 50;

/** Takes every picture whole, from top to bottom; a few pages at once, each in the colours and width of its picture. */
export async function takePictures(order: {
  origin: string;
  folder: string;
  pictures: readonly WallPicture[];
  tell(line: string): void;
}): Promise<TakenPicture[]> {
  const { pictures, folder, tell } = order;
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: flags, ...(executablePath && { executablePath }) });
  const taken: TakenPicture[] = [];
  const waiting = pictures.values();
  const began = performance.now();
  const work = async () => {
    const pages = new Map<string, Page>();
    for (const picture of waiting) {
      const file = join("pictures", picture.id, `${lookOf(picture)}.webp`);
      mkdirSync(join(folder, "pictures", picture.id), { recursive: true });
      const page = await pageFor(browser, pages, picture);
      await take(page, { address: order.origin + picture.address, path: join(folder, file) });
      taken.push({ ...picture, file });
      if (taken.length % tellEach === 0 || taken.length === pictures.length)
        tell(`${taken.length} of ${pictures.length}, ${Math.round((performance.now() - began) / 1000)} s`);
    }
  };
  try {
    await Promise.all(Array.from({ length: pagesAtOnce }, work));
  } finally {
    await browser.close();
  }
  const places = new Map(pictures.map((picture, index) => [picture.address + picture.width, index]));
  const placeOf = (picture: WallPicture) => places.get(picture.address + picture.width) ?? 0;
  return taken.toSorted((left, right) => placeOf(left) - placeOf(right));
}

const lookOf = ({ brand, province, language, width, scheme }: WallPicture) =>
  [brand, province, language, width, scheme].join("-");

/** One page for all pictures of a width, colours and language. */
async function pageFor(browser: Browser, pages: Map<string, Page>, picture: WallPicture): Promise<Page> {
  const { width, scheme, language } = picture;
  const name = `${width} ${scheme} ${language}`;
  const known = pages.get(name);
  if (known) return known;
  const context = await browser.newContext({
    viewport: { width, height: heights[width] },
    colorScheme: scheme,
    locale: `${language}-CA`,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  pages.set(name, page);
  return page;
}

/** The whole page, as an image less than half the size of a PNG. */
async function take(page: Page, { address, path }: { address: string; path: string }): Promise<void> {
  await page.goto(address, { waitUntil: "load" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // A caret blinks: two pictures of one page would differ.
  await page.addStyleTag({ content: "* { caret-color: transparent !important; }" }).catch(() => undefined);
  const devices = await page.context().newCDPSession(page);
  const { cssContentSize } = await devices.send("Page.getLayoutMetrics");
  const { data } = await devices.send("Page.captureScreenshot", {
    ...{ format: "webp", quality: 75, captureBeyondViewport: true },
    clip: { ...cssContentSize, scale: 1 },
  });
  await devices.detach();
  writeFileSync(path, Buffer.from(data, "base64"));
}
