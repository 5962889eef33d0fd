import type { Language } from "@vestibule/catalogue/province.table.ts";
import { expect, type Portal, story } from "./portal.ts";

interface Screen {
  id: string;
  kind: "ordinary" | "roadblock" | "message";
  title: string;
  path: string;
}

/** A small phone, which is also a desk read at four times its size; a desk read at twice its size; a desk. */
const widths = [320, 640, 1280];
const readAt: ReadonlySet<number> = new Set([320, 1280]);
/** Where each brand speaks the language. */
const looks: Record<Language, readonly { brand: string; province: string }[]> = {
  fr: [
    { brand: "belair", province: "qc" },
    { brand: "bna", province: "qc" },
    { brand: "intact", province: "qc" },
    { brand: "scotia", province: "nb" },
  ],
  en: [
    { brand: "servus", province: "ab" },
    { brand: "scotia", province: "ab" },
    { brand: "belair", province: "on" },
    { brand: "intact", province: "on" },
    { brand: "bna", province: "on" },
  ],
};

async function everyScreen(portal: Portal): Promise<Screen[]> {
  const answer = await portal.page.request.get(`/demo/screens.json?language=${portal.language}`);
  return answer.json();
}

/** A look for each screen: the brands in turn, each in light and in dark. */
function lookOf(portal: Portal, index: number) {
  const brands = looks[portal.language];
  const look = brands[index % brands.length] ?? { brand: "belair", province: "on" };
  return { ...look, colorScheme: Math.floor(index / brands.length) % 2 === 0 ? "light" : "dark" } as const;
}

async function fits(portal: Portal): Promise<void> {
  const sizes = await portal.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  const [wide = 0, seen = 0] = sizes;
  expect(wide).toBeLessThanOrEqual(seen);
}

/** Nothing moves where less motion is asked; with the device's own colours what can be pressed keeps an edge. */
async function obeysDevice({ page }: Portal): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  const faults = await page.evaluate(() => {
    const seconds = (durations: string) => Math.max(...durations.split(",").map(Number.parseFloat));
    const all = [...document.querySelectorAll<HTMLElement>("body *")];
    const moving = all.filter((element) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
      return seconds(transitionDuration) > 0.02 || (animationName !== "none" && seconds(animationDuration) > 0.02);
    });
    const edgeless = all.filter(
      (element) =>
        element.matches("main .button:not(.button-link), main .way, main input:not([type=hidden]), main select") &&
        element.getClientRects().length > 0 &&
        // One that the device draws has its own.
        getComputedStyle(element).appearance === "none" &&
        [element, ...element.querySelectorAll("*"), ...(element.parentElement?.children ?? [])].every(
          (part) => Number.parseFloat(getComputedStyle(part).borderBlockStartWidth) === 0,
        ),
    );
    const told = (name: string) => (element: HTMLElement) => `${name}: ${element.outerHTML.slice(0, 120)}`;
    return [...moving.map(told("moves")), ...edgeless.map(told("has no edge"))];
  });
  await page.emulateMedia({ reducedMotion: "no-preference", forcedColors: "none" });
  expect(faults).toEqual([]);
}

/** A mail as an inbox shows it: axe is a script, and the demo lets a mail run none. */
async function openMessage({ page }: Portal, address: string): Promise<void> {
  const answer = await page.request.get(address);
  const isMail = answer.headers()["content-security-policy"]?.includes("sandbox");
  await page.goto(isMail ? "about:blank" : address);
  if (isMail) await page.setContent(await answer.text());
}

const shares = [0, 1, 2, 3, 4, 5, 6, 7];
for (const share of shares) {
  story(
    `every screen and every message can be read by everybody, on a phone and at a desk (${share + 1} of ${shares.length})`,
    { tag: "@script" },
    async ({ portal }) => {
      const { page, language } = portal;
      const screens = (await everyScreen(portal)).map((screen, index) => ({ ...screen, look: lookOf(portal, index) }));
      for (const { id, kind, path, look } of screens.filter((_, index) => index % shares.length === share)) {
        const { brand, province, colorScheme } = look;
        await story.step(`${id}, ${brand}, ${colorScheme}`, async () => {
          await page.emulateMedia({ colorScheme });
          const address = `${path}?brand=${brand}&province=${province}&language=${language}`;
          if (kind === "message") await openMessage(portal, address);
          else {
            await page.goto(address);
            await portal.listens();
          }
          await expect(page.locator("h1")).toHaveCount(1);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 });
            await fits(portal);
            if (readAt.has(width)) await portal.hasNoBarrier();
          }
          if (kind !== "message") await obeysDevice(portal);
        });
      }
    },
  );
}
