import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { buildWeb } from "@vestibule/web/build-web.ts";
import { beforeAll, expect, test } from "vitest";
import { sampleBrands, testBrands } from "../../../../test/book-file.ts";
import { brandFolders } from "../brands/brand-files.adapter.ts";
import { builtPortal, screenSentencesFile } from "../serve/assemble-web.ts";
import { brandScreens } from "./brand-screens.ts";
import { readScreenSentences } from "./screen-sentences.ts";

const brands = await testBrands();
const folder = (await brandFolders(sampleBrands).readFolder("belair")) ?? {};
const clock = { now: () => new Date("2026-11-27T20:00:00Z") };
const key = randomBytes(32);
let screens: ReturnType<typeof brandScreens>;

beforeAll(async () => {
  const web = buildWeb({
    build: await builtPortal(),
    brands,
    clock,
    mode: "production",
    cookieKeys: { newest: key, all: [key] },
    api: { fetch: () => Promise.reject(new Error("a picture calls no API")) },
    countLinkSource: () => {},
    reportFault: (fault) => {
      throw fault;
    },
  });
  const sentences = await readScreenSentences(screenSentencesFile);
  screens = brandScreens({ web, sources: sampleBrands, clock, sentences });
});

const withTitle = (en: string, fr: string) => ({
  ...folder,
  "wording.json": JSON.stringify({ en: { "login:title": en }, fr: { "login:title": fr } }),
});
const picture = { brandId: "belair", screen: "login", language: "fr", nonce: "abc" } as const;

test("draws a screen with a draft's sentence, without scripts and without a change of the brand itself", async () => {
  const html = await screens.draw({ ...picture, files: withTitle("Come in", "Entrez chez vous") });
  expect(html).toContain("Entrez chez vous");
  expect(html).not.toContain("<script");
  expect(html).toContain('nonce="abc"');
  expect(await screens.draw({ ...picture, files: folder })).not.toContain("Entrez chez vous");
  expect(brands.byId("belair")?.overrides.fr["login:title"]).not.toBe("Entrez chez vous");
});

test("A-373 draws a sentence with markup as text, and no draft that the check refuses", async () => {
  const html = await screens.draw({ ...picture, files: withTitle("<img src=x>", "<script>alert(1)</script>") });
  expect(html).toContain("&lt;script&gt;alert(1)");
  expect(html).not.toContain("<script");
  expect(await screens.draw({ ...picture, files: { ...folder, "tokens.css": "a {" } })).toBeUndefined();
  expect(await screens.draw({ ...picture, files: folder, screen: "team-brands" })).toBeUndefined();
  expect(await screens.draw({ ...picture, files: folder, brandId: "unknown" })).toBeUndefined();
});

test("draws in a province of the brand where the language is spoken", async () => {
  const html = await screens.draw({ ...picture, files: folder, language: "fr", province: "ab" });
  expect(html).toContain('<html lang="fr-CA"');
});

test("finds the screens that show a sentence, the telephone number or the hours, and names them", async () => {
  const found = await screens.find(["wording.json en login:title"]);
  expect(found[0]).toBe("login");
  expect(await screens.title("login", "fr")).toBe("Ouverture de session");
  expect(await screens.find(["brand.json telephone customer default"])).not.toEqual([]);
  for (const place of ["openingHours qc weekdays", "specialDays"]) {
    const [first = ""] = await screens.find([`brand.json ${place}`]);
    expect(first).toMatch(/^roadblock-/);
  }
  expect(await screens.find(["wording.json en login:unknown"])).toEqual([]);
  expect(await screens.title("unknown", "fr")).toBeUndefined();
});

test("finds the screens that show one plural form, and draws it there", async () => {
  const [one] = await screens.find(["wording.json fr forms:summary.title_one"]);
  const [other] = await screens.find(["wording.json fr forms:summary.title_other"]);
  const forms = { "forms:summary.title_one": "Corrigez ceci", "forms:summary.title_other": "Corrigez {count} points" };
  const files = { ...folder, "wording.json": JSON.stringify({ en: forms, fr: forms }) };
  expect(await screens.draw({ ...picture, screen: one ?? "", files })).toContain("Corrigez ceci");
  expect(await screens.draw({ ...picture, screen: other ?? "", files })).toMatch(/Corrigez \d+ points/);
});

test("finds the screens of journeys, which show the version that a journey keeps", async () => {
  expect(await screens.findOfJourneys(["wording.json en login:title"])).toEqual([]);
  const ofEveryPage = await screens.findOfJourneys(["wording.json en frame:footer.privacy", "tokens.css"]);
  expect(ofEveryPage).toEqual(expect.arrayContaining(["verify-code", "roadblock-technical"]));
  const judged = [
    "verify-code",
    "two-factor",
    "roadblock-inconsistency",
    "login",
    "account",
    "help",
    "roadblock-not-found",
  ];
  expect(await Promise.all(judged.map(screens.isOfJourney))).toEqual([true, true, true, false, false, false, false]);
});

test("finds what a brand that is not the first shows alone", async () => {
  const onlyWithHours = await screens.find(["wording.json en help:week.title"]);
  expect(onlyWithHours).not.toEqual([]);
});

test("lists the sentences of a screen, its own first, and titles every screen differently", async () => {
  const sentences = await screens.sentencesOf("login");
  expect(sentences).toContain("login:title");
  expect(sentences.indexOf("login:title")).toBeLessThan(sentences.findIndex((key) => key.startsWith("frame:footer.")));
  for (const language of ["en", "fr"] as const) {
    const titles = (await screens.titles(language)).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  }
});

test("reads the sentences of the build, none without a build, and fails where the file cannot be read", async () => {
  expect(Object.keys(await readScreenSentences(screenSentencesFile))).toContain("login");
  expect(await readScreenSentences(`${screenSentencesFile}.none`)).toEqual({});
  await expect(readScreenSentences(dirname(screenSentencesFile))).rejects.toMatchObject({ code: "EISDIR" });
});
