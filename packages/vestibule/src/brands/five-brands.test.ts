import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ProvinceId, provinceIds, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { measuredPairs } from "@vestibule/contract/brand/contrast.rule.ts";
import { readTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";
import legalTexts from "@vestibule/wording/en/legal.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { brandJsonSchema, brandSchemaFile } from "../command-line/brand.command.ts";
import { loadBrands } from "./brand-loader.adapter.ts";
import { brandsDirectory } from "./test/planted-brand.ts";

const ids = ["belair", "bna", "intact", "scotia", "servus"] as const;
const east = "ab bc nb nl ns on pe".split(" ");
const sold: Record<(typeof ids)[number], { menu: string[]; ubi: string[]; licence: string[]; start: string }> = {
  belair: { menu: [...east, "qc"], ubi: ["on", "qc"], licence: ["ab", "bc", "ns", "on", "qc"], start: "on en" },
  intact: { menu: [...provinceIds], ubi: ["ab", "on", "qc"], licence: ["ab", "bc", "ns", "on", "qc"], start: "on en" },
  bna: { menu: ["on", "qc"], ubi: ["qc"], licence: ["on", "qc"], start: "on en" },
  servus: { menu: ["ab"], ubi: [], licence: ["ab"], start: "ab en" },
  scotia: { menu: east, ubi: [], licence: ["ab", "bc", "ns", "on"], start: "ab en" },
};
/** The first language is the province's default. */
const languageOrder = (province: ProvinceId) =>
  province === "qc" ? ["fr", "en"] : province === "on" || province === "nb" ? ["en", "fr"] : ["en"];

let book: BrandBook;
const brandOf = (id: string): Brand => book.byId(id) ?? book.defaultBrand;
beforeAll(async () => {
  const loaded = await loadBrands({ directories: [brandsDirectory], defaultBrand: "belair", mode: "production" });
  if (loaded.kind === "invalid") throw new Error(JSON.stringify(loaded.faults, undefined, 2));
  book = loaded.book;
});

describe("the five brands", () => {
  it("all pass every check for production", () => {
    expect(book.brands.map(({ id }) => id)).toEqual(ids);
  });

  it.each(ids)("%s has its own provinces, licence provinces and default locale", (id) => {
    const { provinces: rows, defaults } = brandOf(id);
    const where = (wanted: (row: NonNullable<(typeof rows)[ProvinceId]>) => boolean) =>
      Object.entries(rows)
        .filter(([, row]) => wanted(row))
        .map(([province]) => province)
        .sort();
    expect({
      menu: where((row) => row.menu),
      ubi: where((row) => row.ubi),
      licence: where((row) => row.licence),
      start: `${defaults.province} ${defaults.language}`,
    }).toEqual(sold[id]);
  });

  it.each(ids.flatMap((id) => provinceIds.map((province) => ({ id, province }))))(
    "$id speaks the languages of $province in their order, or does not sell there",
    ({ id, province }) => {
      expect(brandOf(id).provinces[province]?.languages).toEqual(
        sold[id].menu.includes(province) ? languageOrder(province) : undefined,
      );
    },
  );

  it.each(ids)("%s has enough contrast in light and dark", (id) => {
    const pairs = measuredPairs(readTokens(brandOf(id).tokensCss).values);
    expect(pairs.length).toBeGreaterThan(80);
    expect(pairs.filter(({ ratio, atLeast }) => ratio < atLeast)).toEqual([]);
  });

  it.each(ids)("%s uses only fictitious telephone numbers, one for each group it serves", (id) => {
    const { telephone, provinces: rows } = brandOf(id);
    const numbers = [
      telephone.customer.default,
      ...Object.values(telephone.customer.provinces),
      ...Object.values(telephone.technical),
    ];
    expect(numbers.filter((number) => !/^1-8\d\d-555-01\d\d$/.test(number))).toEqual([]);
    const groups = Object.keys(rows).map((province) => provinces[province as ProvinceId].telephoneGroup);
    expect(Object.keys(telephone.technical).sort()).toEqual([...new Set(groups)].sort());
    expect(Object.keys(telephone.customer.provinces).sort()).toEqual(Object.keys(rows).sort());
  });

  it.each(ids)("%s uses only fictitious hosts", (id) => {
    const text = readFileSync(join(brandsDirectory, id, "brand.json"), "utf8");
    const hosts = [...text.matchAll(/(?:https?:\/\/|@)([\w.-]+)/g)].map(([, host = ""]) => host);
    expect([...hosts, ...brandOf(id).hosts].filter((host) => !host.endsWith(".example"))).toEqual([]);
  });

  it("have the expected telephone and chat hours", () => {
    const hours = (id: string, province: ProvinceId) => brandOf(id).openingHours[province];
    const week = (weekdays: [string, string], saturday: [string, string]) => ({
      weekdays: { opens: weekdays[0], closes: weekdays[1] },
      saturday: { opens: saturday[0], closes: saturday[1] },
      sunday: null,
    });
    expect(brandOf("belair").openingHours).toEqual({});
    expect(hours("bna", "qc")).toEqual(week(["08:00", "20:00"], ["08:30", "16:30"]));
    expect(hours("intact", "nl")).toEqual(week(["08:00", "18:00"], ["09:00", "17:00"]));
    expect(hours("intact", "yt")).toBeUndefined();
    expect(brandOf("intact").chat.hours.qc).toEqual(week(["08:00", "20:00"], ["08:00", "17:00"]));
    expect(brandOf("belair").chat.hours.ab).toEqual(week(["08:00", "19:00"], ["08:00", "17:00"]));
    expect(brandOf("belair").chat.hours.ns).toEqual(week(["08:00", "18:00"], ["08:00", "17:00"]));
  });

  it("differ in chat, promo, the extra option, the PIN roadblock and the policy number's length", () => {
    const which = (wanted: (brand: Brand) => boolean) => book.brands.filter(wanted).map(({ id }) => id);
    expect(which(({ chat }) => chat.enabled)).toEqual(["belair", "bna", "intact"]);
    expect(which(({ features }) => features.promo)).toEqual(["belair", "scotia", "servus"]);
    expect(which(({ promoSvg }) => promoSvg !== undefined)).toEqual(["belair", "scotia", "servus"]);
    expect(which(({ features }) => features.noneOption)).toEqual(["belair"]);
    expect(which(({ pinRoadblock }) => pinRoadblock === "pin-identification")).toEqual(["intact"]);
    expect(which(({ policyNumberLength }) => policyNumberLength.default === 9)).toEqual(["intact"]);
    expect(brandOf("intact").policyNumberLength.provinces).toEqual({ qc: 7 });
    expect(brandOf("servus").frenchFirstProvince).toBeNull();
  });

  it.each(ids)("%s links only to pages and sections that the portal has", (id) => {
    const { legal, screenShareUrl, securityCertificateUrl } = brandOf(id);
    const links = [...Object.values(legal).flatMap(({ en, fr }) => [en, fr]), screenShareUrl, securityCertificateUrl];
    const missing = links.filter((link) => {
      const [, document, section] = /^\/legal\/([a-z]+)(?:#section-(\d+))?$/.exec(link ?? "") ?? [];
      return !(section ? `${document}.${section}.heading` in legalTexts : `${document}.title` in legalTexts);
    });
    expect(missing).toEqual([]);
  });

  it("match the published schema", () => {
    expect(readFileSync(join(brandsDirectory, brandSchemaFile), "utf8")).toBe(brandJsonSchema());
  });
});
