import { isWholeMatrix } from "../test/matrix.ts";
import { expect, expectFits, type Portal, story } from "./portal.ts";
import { localesOf, screensToCheck, urlOf } from "./screen-gallery.ts";

/** A small phone, a desktop at 200 % zoom and a desktop. */
const widths = [320, 640, 1280];

/** Checks that nothing moves with reduced motion, and that controls keep an edge in forced colours. */
async function followsDeviceScheme({ page }: Portal): Promise<void> {
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
        element.matches("main .button:not(.button-link), main .tile, main input:not([type=hidden]), main select") &&
        element.getClientRects().length > 0 &&
        // The browser draws the edge of a native control.
        getComputedStyle(element).appearance === "none" &&
        [element, ...element.querySelectorAll("*"), ...(element.parentElement?.children ?? [])].every(
          (part) => Number.parseFloat(getComputedStyle(part).borderBlockStartWidth) === 0,
        ),
    );
    const findings = (name: string) => (element: HTMLElement) => `${name}: ${element.outerHTML.slice(0, 120)}`;
    return [...moving.map(findings("moves")), ...edgeless.map(findings("has no edge"))];
  });
  await page.emulateMedia({ reducedMotion: "no-preference", forcedColors: "none" });
  expect(faults).toEqual([]);
}

const shares = isWholeMatrix ? [0, 1, 2, 3] : [0];
const checked = isWholeMatrix ? "every screen" : "every kind of element";
for (const share of shares)
  story(
    `${checked} hydrates, fits, and respects the device's settings (${share + 1} of ${shares.length})`,
    { tag: "@script" },
    async ({ portal }) => {
      story.slow();
      const { page, language } = portal;
      const screens = (await screensToCheck(portal)).filter(({ kind }) => kind !== "message");
      const locales = localesOf(language);
      // Scripts behave the same in both languages, so in the whole matrix each screen opens in one of them.
      const turn = language === "fr" ? 0 : 1;
      const refusedTitle = portal.words("common:pageTitle.refused", { title: "" });
      for (const [index, screen] of screens.entries()) {
        const locale = locales[index % locales.length];
        if (locale === undefined || index % shares.length !== share) continue;
        if (isWholeMatrix && Math.floor(index / shares.length) % 2 !== turn) continue;
        await story.step(`${screen.id}, ${locale.brand}`, async () => {
          const document = await page.goto(urlOf(screen, locale, language));
          await portal.listens();
          const isRefused = (await document?.text())?.includes(`<title>${refusedTitle}`);
          expect((await page.title()).startsWith(refusedTitle)).toBe(isRefused);
          // Each screen begins with the last width of the one before, which saves a resize.
          for (const width of widths.reverse()) {
            await page.setViewportSize({ width, height: 800 });
            await expectFits(page);
          }
          await followsDeviceScheme(portal);
        });
      }
    },
  );
