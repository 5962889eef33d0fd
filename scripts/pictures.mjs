// Takes the pictures of docs/pictures, of screens of the gallery.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { demoStaff } from "@vestibule/vestibule/serve/agent-secrets.rule.ts";
import { browserFlags, findBrowser } from "./browser.mjs";
import { startProduct } from "./product.mjs";
import { root } from "./run.mjs";

/** Brands in the order of their picture, each in one of its languages. */
const brands = [
  { brand: "belair", province: "qc", language: "fr" },
  { brand: "intact", province: "on", language: "en" },
  { brand: "bna", province: "qc", language: "fr" },
  { brand: "servus", province: "ab", language: "en" },
  { brand: "scotia", province: "nb", language: "en" },
];
const folder = join(root, "docs", "pictures");
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };
const tile = { width: 400, height: 660, phoneWidth: 264 };

const screen = (id, locale) => `/demo/screens/${id}?${new URLSearchParams(locale)}`;
const [inFrench, inEnglish] = brands;
const pictures = {
  ...Object.fromEntries(
    brands.flatMap((locale) => [
      [`${locale.brand}-login`, screen("login", locale)],
      [`${locale.brand}-code`, screen("verify-code", locale)],
      [`${locale.brand}-create`, screen("create", locale)],
    ]),
  ),
  roadblock: screen("roadblock-unable-to-identify", inEnglish),
  "agent-find": screen("agent-find", inFrench),
  "agent-case": screen("agent-case", { ...inEnglish, brand: "belair" }),
  funnel: screen("team-numbers", { ...inEnglish, brand: "belair" }),
  gallery: "/demo/screens?language=en&area=registration&find=code",
};
/** Pixels above the picture of a long page. */
const scrolledTo = { gallery: 500, funnel: 390 };

const serviceCredential = "the-service-credential-of-the-pictures";
const { port, end } = await startProduct({ SERVICE_CREDENTIALS: serviceCredential });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: browserFlags,
});
try {
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(pictures))
    await visit(path, desk, async (page) => {
      await page.evaluate((top) => window.scrollTo(0, top), scrolledTo[name] ?? 0);
      await keep(page, name);
    });
  await keepStudio();
  await keepStrip();
} finally {
  await browser.close();
  await end();
}

async function visit(path, viewport, act) {
  // An emulated colour scheme would be that of every frame, also of those that show dark screens.
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", colorScheme: null });
  const page = await context.newPage();
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: "networkidle" });
  const seen = await act(page);
  await context.close();
  return seen;
}

async function keep(page, name) {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1500);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: join(folder, `${name}.png`), caret: "hide" });
  console.log(`docs/pictures/${name}.png`);
}

/** The form of a sentence with the screens that show it, as the digital team sees it. */
async function keepStudio() {
  const team = demoStaff({ mode: "demo", agents: {}, agentOpenId: undefined, serviceCredentials: [serviceCredential] });
  await visit("/team?province=on&language=en", desk, async (page) => {
    await page.fill("[name=agentId]", "team-edit");
    await page.fill("[name=loginPassword]", team["team-edit"].secret);
    await page.locator("main form:has([name=loginPassword]) [type=submit]").click();
    await page.waitForSelector('a[href="/team/brands"]');
    const form = `http://localhost:${port}/team/brands/belair/sentence?key=login:title`;
    // The server finds out first which screens show the sentence.
    do {
      await page.goto(form);
      await page.waitForTimeout(5000);
    } while ((await page.locator("iframe").count()) === 0);
    await keep(page, "studio");
  });
}

/** Draws five phones, each in front of the drawing of its brand. */
async function keepStrip() {
  const tiles = [];
  for (const locale of brands) {
    const picture = await visit(screen("login", locale), phone, (page) => page.screenshot({ caret: "hide" }));
    const drawing = await fetch(`http://localhost:${port}/brand/${locale.brand}/panel.svg`);
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
