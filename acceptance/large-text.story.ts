import { expect, expectFits, story } from "./portal.ts";
import { localesOf, openScreen } from "./screen-gallery.ts";

/**
 * Screens with a title of one long word, a telephone number, a dialog, opening hours, a date, the boxes of a code and
 * an agent's facts and timeline, long words on cards, and recovery codes.
 */
const screens = [
  "roadblock-technical",
  "roadblock-identity-verification",
  "create-not-saved",
  "policy-not-found",
  "verify-options",
  "two-factor-choice",
  "verify-code",
  "create",
  "reset",
  "help-holiday",
  "legal-privacy",
  "agent-case",
  "agent-unlocked",
  "account-second-factors-new-mobile",
  "account-recovery-codes-shown",
  "account-applications",
];

/** Finds elements that overflow their card, dialog or line. */
const outsiders = () =>
  [...document.querySelectorAll(".tile, .tile-reference, .help-option, .notice, dialog")].flatMap((locale) => {
    const { left, right } = locale.getBoundingClientRect();
    return [...locale.querySelectorAll(".unbroken, .reference, .tile-text, .notice-words")]
      .filter((part) => part.getClientRects().length > 0)
      .filter((part) => part.getBoundingClientRect().left < left || part.getBoundingClientRect().right > right + 1)
      .map((part) => part.textContent);
  });

/** Finds read-only values that are longer than their box. */
const cutValues = () =>
  [...document.querySelectorAll("input")]
    .filter((input) => input.readOnly && input.tabIndex >= 0 && input.scrollWidth > input.clientWidth)
    .map((input) => input.value);

/** Finds texts of a list in a column of fewer than eight characters. */
const squeezed = () =>
  [...document.querySelectorAll("li p")]
    .filter(
      (text) => text.checkVisibility() && text.clientWidth < 4 * Number.parseFloat(getComputedStyle(text).fontSize),
    )
    .map((text) => text.textContent);

/** Pages without the portal's frame. */
const otherPages = [
  "/demo",
  "/demo/screens",
  "/demo/application",
  "/demo/pages/application-consent",
  "/demo/pages/chat",
] as const;

/** Doubles the size of text and unfolds what is folded. */
const enlarge = () => {
  document.documentElement.style.fontSize = "32px";
  for (const folded of document.querySelectorAll("details")) folded.open = true;
};

story(
  "with text at 200 % a small phone needs no sideways scroll",
  { tag: ["@script", "@nightly"] },
  async ({ portal }) => {
    const { page, language } = portal;
    await page.setViewportSize({ width: 360, height: 740 });
    const locales = localesOf(language);
    for (const [index, id] of screens.entries())
      await story.step(id, async () => {
        const locale = locales[index % locales.length];
        if (locale === undefined) throw new Error(`no brand offers ${language}`);
        await openScreen(portal, id, locale);
        await page.evaluate(enlarge);
        await expectFits(page);
        expect(await page.evaluate(outsiders)).toEqual([]);
        expect(await page.evaluate(cutValues)).toEqual([]);
        expect(await page.evaluate(squeezed)).toEqual([]);
      });
  },
);

story(
  "with text at 200 % the demo's pages and those without a script need no sideways scroll",
  { tag: ["@script", "@nightly"] },
  async ({ portal }) => {
    const { page, language } = portal;
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of otherPages)
      await story.step(path, async () => {
        await page.goto(`${path}?brand=bna&language=${language}`);
        await page.evaluate(enlarge);
        await expectFits(page);
      });
  },
);
