import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import { type RoadblockRow, raisedRoadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { lineTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { formatTelephoneForText } from "@vestibule/wording/format.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { previewPage, wholePortal } from "../../test/portal-browser.ts";
import type { SessionContents } from "../portal-slices.server.ts";

const { brands } = await testBrands();
/** Each brand in each language: in a province where that language comes first, else where it is available. */
const locales = brands.flatMap((brand) =>
  (["fr", "en"] as const).flatMap((language) => {
    const speaking = Object.entries(brand.provinces).filter(([, row]) => row.languages.includes(language));
    const [first] = speaking.find(([, row]) => row.languages[0] === language) ?? speaking[0] ?? [];
    return first === undefined ? [] : [{ brand, language, province: first as ProvinceId }];
  }),
);
/** A Monday at 10:30 a.m. Pacific time: telephone and chat are open in every province. */
const mondayMorning = new Date("2026-11-23T18:30:00Z");
let now = mondayMorning;
const until = "2026-11-23T18:45:00Z";
const reference = "482913706";

const testApi = await openTestApi({ clock: { now: () => now } });
const portal = await wholePortal(testApi, { clock: { now: () => now } });
beforeEach(() => {
  now = mondayMorning;
});

type BrandLocale = (typeof locales)[number];

/** The rendered page of a roadblock, given the session. */
function open(path: string, { locale, session }: { locale: BrandLocale; session: SessionContents }) {
  const { brand, language, province } = locale;
  const url = `http://${brand.id}.localhost:3000${path}?language=${language}&province=${province}`;
  return previewPage(portal, url, { session: structuredClone(session), fetch: testApi.apis[0].fetch });
}

const words = (html: string) => html.replace(/<[^>]+>/g, " ");

describe.each(raisedRoadblockIds)("the roadblock %s", (id) => {
  const row: RoadblockRow = roadblocks[id];
  const roadblock = { id, reference, ...(row.endsByItself && { until }) };
  const pages = new Map<BrandLocale, ReturnType<typeof open>>();
  /** The page of the roadblock in the session, rendered once for all tests. */
  const raised = (locale: BrandLocale) => {
    const page = pages.get(locale) ?? open(row.path, { locale, session: { roadblock } });
    pages.set(locale, page);
    return page;
  };

  test("opens for every brand and language with a title, exits, its code and the reference, and no missing texts", async () => {
    for (const locale of locales) {
      const about = `${locale.brand.id} ${locale.language}`;
      const { status, html, main } = await raised(locale);
      expect(status, about).toBe(row.status ?? 200);
      expect(html, about).toContain(`<html lang="${locale.language}-CA"`);
      expect(main.match(/<h1/g), about).toHaveLength(1);
      const telephone = lineTelephone(locale.brand, { line: row.line ?? "customer", province: locale.province });
      expect(main, about).toContain(`href="tel:+${telephone.replaceAll("-", "")}"`);
      expect(words(main), about).toContain(formatTelephoneForText(telephone, locale.language));
      expect(words(main), about).toContain("482 913 706".replaceAll(" ", "\u00a0"));
      const screenCode = sentence("frame:footer.screenCode", locale.language);
      expect(html, about).toContain(String(screenCode).replace("{code}", row.agentCode));
      expect(words(main), about).not.toMatch(/undefined|\[object|roadblock:|help:|\{[a-z]+\}/);
    }
  });

  test("lists relay services with the telephone, and the reference right below", async () => {
    for (const locale of locales) {
      const { main } = await raised(locale);
      const call =
        /<a class="tile tile-call(?: tile-lead)?" href="tel:[^"]*"[^>]*>(.*?)<\/a><p class="tile-reference">(.*?)<\/p>/.exec(
          main,
        );
      const [, telephone = "", under = ""] = call ?? [];
      expect(words(telephone), locale.brand.id).toContain("711");
      expect(words(under), locale.brand.id).toContain("482 913 706".replaceAll(" ", "\u00a0"));
      // Announced digit by digit.
      expect(words(under), locale.brand.id).toContain("4 8 2, 9 1 3, 7 0 6".replaceAll(/(?<=\d) /g, "\u00a0"));
    }
  });

  test("does not open unless it is raised in the session, and keeps the query", async () => {
    const locale = locales[0] as BrandLocale;
    const { language, province } = locale;
    expect((await open(row.path, { locale, session: {} })).location).toBe(
      `/?language=${language}&province=${province}`,
    );
    const other = id === "technical" ? "block" : "technical";
    const elsewhere = await open(row.path, { locale, session: { roadblock: { id: other } } });
    expect(elsewhere.location).toBe(`${roadblocks[other].path}?language=${language}&province=${province}`);
    const folder = await open("/roadblock", { locale, session: { roadblock: { id: other } } });
    expect(folder.location).toBe(elsewhere.location);
  });

  test("shows when it ends, in the province's time zone, if it expires", async () => {
    for (const locale of locales) {
      const { main } = await raised(locale);
      const [hour, minute] = new Intl.DateTimeFormat("en-CA", {
        timeZone: provinces[locale.province].timeZone,
        hourCycle: "h23",
        hour: "numeric",
        minute: "2-digit",
      })
        .format(new Date(until))
        .split(":");
      const twelve = Number(hour) % 12 === 0 ? 12 : Number(hour) % 12;
      const result = locale.language === "fr" ? `${Number(hour)}\u00a0h\u00a0${minute}` : `${twelve}:${minute}`;
      expect(words(main).includes(result), `${locale.brand.id} ${locale.language}`).toBe(row.endsByItself === true);
    }
  });

  test("passes the screen code and the reference to the brand's chat, and offers no chat in an app", async () => {
    for (const locale of locales) {
      const { main } = await raised(locale);
      const chat = /href="([^"]*\/chat[^"]*)"/.exec(main)?.[1]?.replaceAll("&amp;", "&");
      const offered = row.exits.includes("chat") && locale.brand.chat.enabled;
      expect(chat !== undefined, locale.brand.id).toBe(offered);
      if (chat !== undefined)
        expect(Object.fromEntries(new URL(chat, "http://x").searchParams)).toEqual({
          brand: locale.brand.id,
          language: locale.language,
          province: locale.province,
          errorCode: row.agentCode,
          reference,
        });
      const inApp = await open(row.path, { locale, session: { roadblock, webview: true } });
      expect(inApp.main).not.toContain("/chat?");
    }
  });
});

test("offers the customer line and the technical line of every brand during maintenance", async () => {
  for (const locale of locales) {
    const { brand, province } = locale;
    const { main } = await open(roadblocks.maintenance.path, { locale, session: { roadblock: { id: "maintenance" } } });
    const called = [...main.matchAll(/href="tel:\+(\d+)"/g)].map(([, digits]) => digits);
    const lines = (["customer", "technical"] as const).map((line) => lineTelephone(brand, { line, province }));
    expect(called.slice(0, 2), brand.id).toEqual(lines.map((telephone) => telephone.replaceAll("-", "")));
  }
});

test("offers one telephone during maintenance when the technical line is the customer line", async () => {
  const locale = locales.find(({ brand }) => brand.id === "servus") as BrandLocale;
  const { telephone } = testApi.deps.brands.byId("servus") as Brand;
  const { technical } = telephone;
  telephone.technical = {};
  const { main } = await open(roadblocks.maintenance.path, { locale, session: { roadblock: { id: "maintenance" } } });
  telephone.technical = technical;
  expect(main.match(/href="tel:/g)).toHaveLength(1);
});

test("shows until when an open chat stays open, and when a closed one opens", async () => {
  const locale = locales.find(({ brand, language }) => brand.id === "intact" && language === "en") as BrandLocale;
  const visit = { locale, session: { roadblock: { id: "technical", reference } } } as const;
  const onMonday = await open(roadblocks.technical.path, visit);
  expect(words(onMonday.main)).toContain("Open now, until 8\u00a0p.m.");
  now = new Date("2026-11-22T20:00:00Z");
  const { main } = await open(roadblocks.technical.path, visit);
  expect(main).not.toContain("/chat?");
  expect(words(main)).toContain("Chat opens tomorrow at 8\u00a0a.m.");
});

test("names a brand's special day in the status, today's hours and the week, in both languages", async () => {
  const visibleText = async (language: "en" | "fr", iso: string) => {
    now = new Date(iso);
    const locale = locales.find(
      ({ brand, ...about }) => brand.id === "bna" && about.language === language,
    ) as BrandLocale;
    const { main } = await open("/roadblock/block", { locale, session: { roadblock: { id: "block" } } });
    return words(main).replaceAll("\u00a0", " ").replace(/\s+/g, " ");
  };
  const early = "2026-12-24T12:59:00Z";
  const during = "2026-12-24T20:59:00Z";
  const late = "2026-12-24T21:00:00Z";
  const today = { en: "Today, 8 a.m. to 4 p.m. (Christmas Eve)", fr: "Aujourd’hui, de 8 h à 16 h (Veille de Noël)" };
  expect(await visibleText("en", early)).toContain(`Closed now. Opens today at 8 a.m. ${today.en}`);
  expect(await visibleText("fr", early)).toContain(`Fermé en ce moment. Réouverture aujourd’hui à 8 h. ${today.fr}`);
  expect(await visibleText("en", during)).toContain(`Open now, until 4 p.m. ${today.en}`);
  expect(await visibleText("fr", during)).toContain(`Ouvert maintenant, jusqu’à 16 h. ${today.fr}`);
  expect(await visibleText("fr", during)).toContain("Jeudi, aujourd’hui 8 h à 16 h (Veille de Noël)");
  // In Ontario the next day is a holiday, and the Saturday after it a special day of the brand.
  expect(await visibleText("en", late)).toContain(`Closed now. Opens Saturday at 10 a.m. ${today.en}`);
  expect(await visibleText("en", late)).toContain(
    "Friday Closed: Christmas Day Saturday 10 a.m. to 4 p.m. (Boxing Day)",
  );
  expect(await visibleText("en", "2027-06-11T15:00:00Z")).toContain("Closed today: Team day");
  expect(await visibleText("fr", "2027-06-11T15:00:00Z")).toContain("Vendredi, aujourd’hui Fermé : Journée d’équipe");
});

test("names the date of an opening that is a week away or more", async () => {
  const bna = testApi.deps.brands.byId("bna") as Brand;
  const { specialDays } = bna;
  const days = ["12-24", "12-25", "12-26", "12-27", "12-28", "12-29", "12-30", "12-31"].map((day) => `2026-${day}`);
  const name = { en: "Winter break", fr: "Pause d’hiver" };
  bna.specialDays = [...days, "2027-01-01", "2027-01-02"].map((date) => ({ date, name, hours: null }));
  const opens = async (language: "en" | "fr", iso: string) => {
    now = new Date(iso);
    const locale = locales.find((one) => one.brand.id === "bna" && one.language === language) as BrandLocale;
    const { main } = await open("/roadblock/block", { locale, session: { roadblock: { id: "block" } } });
    return words(main).replaceAll("\u00a0", " ");
  };
  const [first, monday] = ["2026-12-24T15:00:00Z", "2026-12-28T15:00:00Z"];
  expect(await opens("en", first)).toContain("Closed now. Opens on January 4, 2027 at 8 a.m.");
  expect(await opens("fr", first)).toContain("Fermé en ce moment. Réouverture le 4 janvier 2027 à 8 h");
  expect(await opens("en", monday)).toContain("Opens on January 4, 2027 at 8 a.m.");
  expect(await opens("en", "2026-12-29T15:00:00Z")).toContain("Opens Monday at 8 a.m.");
  bna.specialDays = specialDays;
});

test("names the time zone when no province was chosen and the brand sells in more than one zone", async () => {
  for (const [id, isNamed] of [
    ["intact", true],
    ["bna", false],
    ["servus", false],
  ] as const) {
    const locale = locales.find(({ brand, language }) => brand.id === id && language === "en") as BrandLocale;
    const session = { roadblock: { id: "block" } } as const;
    const visibleText = async (about: BrandLocale) =>
      words((await open("/roadblock/block", { locale: about, session })).main);
    expect(await visibleText(locale), id).not.toMatch(/\([A-Z]\w+ Time\)/);
    expect(/\([A-Z]\w+ Time\)/.test(await visibleText({ ...locale, province: "none" as ProvinceId })), id).toBe(
      isNamed,
    );
  }
});

test("redirects /two-factor to the method chooser of the flow in progress, else to the login page, with the query", async () => {
  const locale = locales[0] as BrandLocale;
  const query = `?language=${locale.language}&province=${locale.province}`;
  const location = async (session: SessionContents) => (await open("/two-factor", { locale, session })).location;
  expect(await location({})).toBe(`/${query}`);
  expect(await location({ registration: { token: "t" } })).toBe(`/create-an-account/verify/options${query}`);
  const at = { ubi: false, hasAccount: false, endsAt: "", stepAt: "", methods: [] };
  expect(await location({ policyNumberRegistration: { id: "r", page: "VALIDATION_SMS", ...at } })).toBe(
    `/registration/validation${query}`,
  );
});

test("shows the technical support number of each group of provinces", async () => {
  const belair = locales.find(({ brand, language }) => brand.id === "belair" && language === "en") as BrandLocale;
  const numbers: [ProvinceId, string][] = [
    ["on", "1-833-555-0125"],
    ["qc", "1-833-555-0115"],
    ["bc", "1-833-555-0135"],
    ["ns", "1-833-555-0145"],
  ];
  for (const [province, number] of numbers) {
    const locale = { ...belair, province };
    const technical = await open("/roadblock/technical", { locale, session: { roadblock: { id: "technical" } } });
    expect(words(technical.main), province).toContain(number);
    const block = await open("/roadblock/block", { locale, session: { roadblock: { id: "block" } } });
    expect(words(block.main), province).not.toContain(number);
  }
});

test("leads from maintenance to the brand's site in the customer's language", async () => {
  for (const { brand } of locales.filter(({ language }) => language === "fr"))
    expect(brand.marketingUrl.fr, brand.id).toBe(`${brand.marketingUrl.en}/fr`);
});
