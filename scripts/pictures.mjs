// Takes the pictures of docs/pictures by using the product like a person. With --staged, takes only those of demo URLs.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "./browser.mjs";
import { startProduct } from "./pictures/product.mjs";
import { stagedPictures } from "./pictures/staged.mjs";
import { openLogin, walkToCode, walkToCreate, walkToRoadblock } from "./pictures/walk.mjs";
import { root } from "./run.mjs";

/** Brands in the order of their picture, each in one of its languages. */
const brands = [
  { id: "belair", province: "qc", language: "fr" },
  { id: "intact", province: "on", language: "en" },
  { id: "bna", province: "qc", language: "fr" },
  { id: "servus", province: "ab", language: "en" },
  { id: "scotia", province: "nb", language: "en" },
];
const folder = join(root, "docs", "pictures");
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };
const tile = { width: 400, height: 660, phoneWidth: 264 };

const { port, end } = await startProduct(brands);
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: browserFlags,
});
try {
  mkdirSync(folder, { recursive: true });
  if (!process.argv.includes("--staged")) await keepWalks();
  for (const staged of stagedPictures) await keepStaged(staged);
} finally {
  await browser.close();
  await end();
}

/** Takes the pages that are reached by user steps, for every brand, and the picture of all five. */
async function keepWalks() {
  for (const brand of brands)
    await visit({ brand, viewport: desk }, async (page) => {
      await keep(page, `${brand.id}-login`);
      await walkToCode({ page, brand });
      await keep(page, `${brand.id}-code`);
      await walkToCreate({ page, brand, port });
      await keep(page, `${brand.id}-create`);
    });
  await visit({ brand: brands[1], viewport: desk }, async (page) => {
    await walkToRoadblock({ page });
    await keep(page, "roadblock");
  });
  await keepStrip();
}

async function keepStaged({ name, path, from }) {
  const context = await browser.newContext({ viewport: desk, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: "networkidle" });
  await page.evaluate((top) => window.scrollTo(0, top), from);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1500);
  await keep(page, name);
  await context.close();
}

/** Opens the login page in a separate browser. */
async function visit({ brand, viewport }, act) {
  const context = await browser.newContext({ viewport, locale: `${brand.language}-CA`, reducedMotion: "reduce" });
  const page = await context.newPage();
  await openLogin({ page, brand, port });
  const seen = await act(page);
  await context.close();
  return seen;
}

async function keep(page, name) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: join(folder, `${name}.png`), caret: "hide" });
  console.log(`docs/pictures/${name}.png`);
}

/** Draws five phones, each in front of the drawing of its brand. */
async function keepStrip() {
  const tiles = [];
  for (const brand of brands) {
    const picture = await visit({ brand, viewport: phone }, (page) => page.screenshot({ caret: "hide" }));
    const drawing = await fetch(`http://localhost:${port}/brand/${brand.id}/panel.svg`);
    const panel = Buffer.from(await drawing.arrayBuffer()).toString("base64");
    tiles.push(
      `<div style="background-image:url(data:image/svg+xml;base64,${panel})"><img src="data:image/png;base64,${picture.toString("base64")}"></div>`,
    );
  }
  const context = await browser.newContext({ viewport: { width: tile.width * brands.length, height: tile.height } });
  const page = await context.newPage();
  await page.setContent(
    `<style>
      body { margin: 0; display: flex }
      div { width: ${tile.width}px; height: ${tile.height}px; display: grid; place-items: center; background-size: cover; background-position: center }
      img { width: ${tile.phoneWidth}px; border-radius: 28px; box-shadow: 0 24px 60px rgb(0 0 0 / .35) }
    </style>${tiles.join("")}`,
    { waitUntil: "networkidle" },
  );
  await keep(page, "brands");
  await context.close();
}
