import { gzipSync } from "node:zlib";
import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import { brandIcon } from "@vestibule/contract/brand/brand-icon.rule.ts";
import { policyNumberLengths } from "@vestibule/contract/fields/policy-number.rule.ts";
import { screenIds } from "@vestibule/vestibule/screens/screens.rule.ts";
import { type Namespace, pageTexts, type TextKey } from "@vestibule/wording/tables.ts";
import { parse } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../test/book-file.ts";
import { matrixRows } from "../../../test/matrix.ts";
import { openServer } from "../../vestibule/test/open-server.ts";
import { untilAccepted } from "../../vestibule/test/spawned-server.ts";
import { accessibilityViolations } from "./screen-reader.rule.ts";
import { wordsOf } from "./screen-words.rule.ts";

/** Brands in turn, each in a province with the language. */
const looks: Record<Language, readonly [brand: string, province: string][]> = {
  fr: [
    ["belair", "qc"],
    ["intact", "on"],
    ["scotia", "nb"],
  ],
  en: [
    ["servus", "ab"],
    ["bna", "qc"],
    ["intact", "yt"],
  ],
};

/** Maximum size of the login page's HTML, compressed. */
const maxPageBytes = 16_500;
const brands = await testBrands();
const { server } = await openServer();

/** Each screen is requested once for all its tests. */
const opened = new Map<string, ReturnType<typeof drawnScreen>>();

function open(id: string, look: { brand: string; province: string; language: Language }) {
  const key = JSON.stringify([id, look]);
  const screen = opened.get(key) ?? drawnScreen(id, look);
  opened.set(key, screen);
  return screen;
}

/** A screen as opened from the list. */
async function drawnScreen(id: string, look: { brand: string; province: string; language: Language }) {
  const url = `${server.url}/demo/screens/${id}?${new URLSearchParams(look)}`;
  const response = await untilAccepted(() => fetch(url, { redirect: "manual" }));
  const html = await response.text();
  const document = parse(html, { blockTextElements: {} });
  const textOf = (tag: string) => document.querySelector(tag)?.text ?? "";
  return { response, html, document, title: textOf("h1"), main: textOf("main") };
}

/** Sentences that a brand replaces because its policy numbers have several lengths. */
const withSeveralLengths: Partial<Record<TextKey, TextKey>> = {
  "fields:policyNumber.length": "fields:policyNumber.lengthByProvince",
  "fields:policyNumber.format": "fields:policyNumber.format.plain",
};

function keyForBrand(key: TextKey, brandId: string): TextKey {
  const brand = brands.byId(brandId);
  return (brand && policyNumberLengths(brand).length > 1 && withSeveralLengths[key]) || key;
}

/** The brand's sentence, for several where it counts, as a pattern that matches any facts. */
function screenReaderText(key: TextKey, { brand, language }: { brand: string; language: Language }): RegExp {
  const [namespace] = key.split(":") as [Namespace];
  const texts = pageTexts([namespace], language, brands.byId(brand)?.overrides[language]);
  const text = texts[key] ?? "";
  const parts = (typeof text === "string" ? text : text.other).split(/\{\w+\}\.?/);
  return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+"));
}

function lookOf(language: Language, index: number) {
  const [brand, province] = looks[language][index % looks[language].length] ?? ["", ""];
  return { brand, province, language };
}

describe.each(languages)("in %s", (language) => {
  // Outside of the whole matrix, each screen in one language.
  const rows = matrixRows(
    screenIds.map((id, index) => ({ id, index })),
    languages.length,
    languages.indexOf(language),
  );

  test.each(rows)("the screen $id is rendered in its state", async ({ id, index }) => {
    const { brand, ...context } = lookOf(language, index);
    const { response, html, title, main } = await open(id, { brand, ...context });
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    expect(html).toContain(`<html lang="${language}-CA">`);
    expect(html).toContain(`"${brandIcon(brands.byId(brand) ?? brands.defaultBrand, language)}"`);
    const [called, ...sentences] = wordsOf(id).map((key) =>
      screenReaderText(keyForBrand(key, brand), { brand, language }),
    );
    expect(title).toMatch(called ?? "");
    for (const sentence of sentences) expect(main).toMatch(sentence);
    // The form of a sentence with a number names the placeholder that it keeps.
    const filledIn = id === "team-sentence-plural" ? main.replaceAll("{count}", "") : main;
    expect(filledIn).not.toMatch(/undefined|\[object|\w+:\w+\.\w+|\{\w+\}/);
  });

  test.each(rows)("the screen $id is clear to a screen reader", async ({ id, index }) => {
    const { html } = await open(id, lookOf(language, index));
    expect(accessibilityViolations(html)).toEqual([]);
  });
});

const look = { brand: "belair", province: "qc", language: "fr" } as const;

test.each(["team-people-waiting", "team-letters", "team-state", "team-maintenance-closed", "team-maintenance-link"])(
  "%s names the zone of each time",
  async (id) => {
    const { main } = await open(id, { ...look, language: "en" });
    const withoutSessionEnd = main.replace(/This page closes at [^.]+\.m\./, "");
    const times = withoutSessionEnd.match(/\d{1,2}(?::\d\d)?\s[ap]\.m\.(?:\s\(.+? Time\))?/g) ?? [];
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter((time) => !time.endsWith("(Eastern Time)"))).toEqual([]);
  },
);

test("a remembered login and a failed one show the e-mail", async () => {
  for (const id of ["login-remembered", "login-error"])
    expect((await open(id, look)).html).toContain('value="maelle@courrier.example"');
});

test.each(["username-not-saved", "create-not-saved", "policy-number-password-not-saved", "link-account-not-saved"])(
  "%s shows in a dialog whom to call, with a reference and the code for the agent",
  async (id) => {
    const dialog = (await open(id, look)).document.querySelector("dialog");
    expect(dialog?.querySelector('[href^="tel:+1"]')).not.toBeNull();
    expect(dialog?.querySelector(".reference")?.text).toMatch(/^\d{3}\u00a0\d{3}\u00a0\d{3}$/);
    expect(dialog?.text).toContain("R218 (lnr500160)");
  },
);

test.each([
  ["frame-open", "Ouvert maintenant, jusqu’à 18 h"],
  ["frame-opens-later", "Ouvert aujourd’hui de 8 h à 18 h"],
  ["frame-opens-tomorrow", "Réouverture demain à 8 h"],
  ["frame-opens-monday", "Réouverture lundi à 8 h"],
  ["frame-holiday", "Fermé aujourd’hui : Noël"],
  ["help-holiday", "Fermé aujourd’hui : Noël"],
] as const)("%s shows the opening hours at any time of day: %s", async (id, sentences) => {
  const { document, main } = await open(id, { brand: "intact", province: "qc", language: "fr" });
  expect(main.replaceAll("\u00a0", " ")).toContain(sentences);
  expect(document.querySelector("details.help[open]") !== null).toBe(id.startsWith("frame"));
});

test("the mobile app has no chat, no side panel and no link on the wordmark", async () => {
  const [app, browser] = await Promise.all(["frame-app", "frame-open"].map((id) => open(id, look)));
  for (const part of ['[href^="/demo/chat"]', '[class^="panel"]', "a.header-brand"])
    expect([app, browser].map((screen) => screen?.document.querySelector(part) !== null)).toEqual([false, true]);
});

test("a screen sets its own URL before any other script", async () => {
  const { response, document } = await open("verify-code", look);
  const first = document.querySelector("script");
  expect(response.headers.get("content-security-policy")).toContain(`'nonce-${first?.getAttribute("nonce")}'`);
  expect(first?.rawText).toContain('"/create-an-account/verify/code?brand=belair&province=qc&language=fr"');
});

test("a page holds its styles, so that the first paint waits for no other file", async () => {
  const { response, html } = await open("login", look);
  const style = /<style id="page-styles" nonce="(.+?)">(.*?)<\/style>/s.exec(html);
  expect(response.headers.get("content-security-policy")).toContain(`style-src 'self' 'nonce-${style?.[1]}'`);
  expect(style?.[2]).toContain("--surface: ");
  expect(style?.[2]).toContain(".login-aids");
  expect(html).not.toContain('rel="stylesheet"');
});

test("a page lets the browser request no script before the first paint, and stays within its budget", async () => {
  const { document, html } = await open("login", look);
  expect(document.querySelectorAll("[rel=modulepreload], [type=module], script[src]")).toEqual([]);
  expect(document.querySelectorAll("[rel=late-module]").length).toBeGreaterThan(0);
  expect(gzipSync(html).length).toBeLessThan(maxPageBytes);
});

test("A-149 the query is never written as markup", async () => {
  const url = `${server.url}/demo/screens/help?language=${encodeURIComponent("</script><b>")}`;
  const response = await untilAccepted(() => fetch(url));
  expect(await response.text()).not.toContain("</script><b>");
});

test("a screen may be framed by the same origin only", async () => {
  const { response } = await open("login", look);
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  expect((await untilAccepted(() => fetch(server.url))).headers.get("content-security-policy")).toContain(
    "frame-ancestors 'none'",
  );
});

test("an unknown screen returns 404", async () => {
  for (const id of ["unknown", "constructor", "__proto__"]) expect((await open(id, look)).response.status).toBe(404);
});
