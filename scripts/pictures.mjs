import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { findBrowser } from "./browser.mjs";

// Takes the pictures of docs/pictures from the product itself: a fresh demo, nothing kept.
// node scripts/pictures.mjs [origin of a demo that is already running, such as http://localhost:3000]

const folder = join(import.meta.dirname, "..", "docs", "pictures");
/** In the order of the strip; each in a language of its own, as its visitors would see it. */
const brands = [
  { id: "belair", province: "qc", language: "fr" },
  { id: "intact", province: "on", language: "en" },
  { id: "bna", province: "qc", language: "fr" },
  { id: "servus", province: "ab", language: "en" },
  { id: "scotia", province: "nb", language: "en" },
];
const screens = ["login", "verify-code", "create"];
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };
const tile = { width: 400, height: 700, phoneWidth: 300 };

const server = process.argv[2] ? { origin: process.argv[2], end: async () => {} } : await startProduct();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
try {
  mkdirSync(folder, { recursive: true });
  const paths = await pathsOfScreens();
  for (const brand of brands)
    for (const screen of screens) {
      const file = join(folder, `${brand.id}-${screen}.png`);
      await takePicture({ brand, path: paths[screen], viewport: desk, file });
      console.log(file);
    }
  await takePicture({
    brand: brands[1],
    path: paths["roadblock-unable-to-identify"],
    viewport: desk,
    file: join(folder, "roadblock.png"),
  });
  await takeStrip(paths.login);
} finally {
  await browser.close();
  await server.end();
}

/** The product in demo mode with a database that is deleted at the end. */
async function startProduct() {
  const port = await freePort();
  const product = spawn("npm", ["start"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, PORT: String(port), DATA_DIR: "memory:" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => product.once("exit", resolve));
  const end = async () => {
    product.kill("SIGTERM");
    await ended;
  };
  const origin = `http://localhost:${port}`;
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (product.exitCode !== null) throw new Error("the product did not start");
    const ready = await fetch(`${origin}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { origin, end };
    await wait(250);
  }
  await end();
  throw new Error(`${origin} does not answer`);
}

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Path of each screen of the demo's index, by id. */
async function pathsOfScreens() {
  const answer = await fetch(`${server.origin}/demo/screens.json`);
  return Object.fromEntries((await answer.json()).map(({ id, path }) => [id, path]));
}

function addressOf({ brand, path }) {
  const address = new URL(path, server.origin);
  address.hostname = `${brand.id}.localhost`;
  for (const [name, value] of Object.entries({ brand: brand.id, province: brand.province, language: brand.language }))
    address.searchParams.set(name, value);
  return address.href;
}

async function takePicture({ brand, path, viewport, file }) {
  const context = await browser.newContext({ viewport, locale: `${brand.language}-CA`, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(addressOf({ brand, path }), { waitUntil: "networkidle" });
  const picture = await page.screenshot({ path: file, caret: "hide" });
  await context.close();
  return picture;
}

/** Five telephones, each before the drawing of its brand. */
async function takeStrip(path) {
  const tiles = [];
  for (const brand of brands) {
    const picture = await takePicture({ brand, path, viewport: phone, file: undefined });
    const panel = new URL(`/brand/${brand.id}/panel.svg`, server.origin).href;
    tiles.push(
      `<div style="background-image:url(${panel})"><img src="data:image/png;base64,${picture.toString("base64")}"></div>`,
    );
  }
  const context = await browser.newContext({
    viewport: { width: tile.width * brands.length, height: tile.height },
  });
  const page = await context.newPage();
  await page.setContent(
    `<style>
      body { margin: 0; display: flex }
      div { width: ${tile.width}px; height: ${tile.height}px; display: grid; place-items: center; background-size: cover; background-position: center }
      img { width: ${tile.phoneWidth}px; border-radius: 28px; box-shadow: 0 24px 60px rgb(0 0 0 / .35) }
    </style>${tiles.join("")}`,
    { waitUntil: "networkidle" },
  );
  await page.screenshot({ path: join(folder, "brands.png") });
  await context.close();
}
