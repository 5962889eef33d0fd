import { describe, expect, test } from "vitest";
import { parseEntryQuery } from "./entry-query.rule.ts";
import { readPreferences } from "./preferences.ts";

const fr = ["fr", "en"] as const;
const en = ["en", "fr"] as const;
const province = (languages: readonly ("en" | "fr")[], menu = true) => ({
  menu,
  languages: [...languages],
  ubi: false,
  licence: false,
});
const brand = {
  defaults: { province: "on", language: "en" },
  frenchFirstProvince: "qc",
  provinces: { on: province(en), qc: province(fr), ab: province(["en"]), yt: province(["en"], false) },
} as unknown as Parameters<typeof readPreferences>[0];

function read(
  query: string,
  given: {
    province?: string;
    language?: string;
    accept?: string;
    account?: { province: string; language: string };
  } = {},
) {
  const { province, provinceFrom, language, chosen } = readPreferences(brand, {
    entryQuery: parseEntryQuery(new URL(`/?${query}`, "https://portal.example")),
    cookies: { province: given.province, language: given.language },
    account: given.account,
    acceptLanguage: given.accept ?? null,
  });
  return { locale: `${province} ${language}`, provinceFrom, chosen };
}

describe("province and language", () => {
  test.each([
    ["nothing is the brand's default", "", {}, "on en"],
    ["the query comes before the cookie", "province=qc&language=en", { province: "ab", language: "fr" }, "qc en"],
    ["the query is read in any case", "province=QC&language=FR", {}, "qc fr"],
    ["the cookie comes before the browser's languages", "", { province: "qc", language: "en", accept: "fr" }, "qc en"],
    [
      "the account comes before the browser's languages",
      "",
      { accept: "en-CA", account: { province: "qc", language: "fr" } },
      "qc fr",
    ],
    [
      "the cookie comes before the account",
      "",
      { province: "on", language: "en", account: { province: "qc", language: "fr" } },
      "on en",
    ],
    [
      "a language of the account that the province does not speak is not taken",
      "",
      { account: { province: "ab", language: "fr" } },
      "ab en",
    ],
    ["an account without a known locale changes nothing", "", { account: { province: "zz", language: "de" } }, "on en"],
    [
      "the browser's languages come before the default",
      "",
      { province: "on", language: "xx", accept: "fr-CA,en" },
      "on fr",
    ],
    ["the most wanted language wins", "", { province: "qc", accept: "en;q=0.5, fr;q=0.9" }, "qc fr"],
    ["Quebec is French where nothing says otherwise", "province=qc", {}, "qc fr"],
    ["a first visit in French begins in the French-speaking province", "", { accept: "fr-CA" }, "qc fr"],
    ["so does a link in French", "language=fr", { accept: "en-CA" }, "qc fr"],
    ["and the page after it, which has the cookie", "", { language: "fr", accept: "en-CA" }, "qc fr"],
    ["a link in English begins in the default province", "language=en", { accept: "fr-CA" }, "on en"],
    ["a pair of province and language that is not served is not taken", "province=ab&language=fr", {}, "on en"],
    ["nor is one with a province outside the menu", "province=yt&language=fr", {}, "on en"],
    ["nor is such a pair inside URL", `URL=${encodeURIComponent("/?province=ab&language=fr")}`, {}, "on en"],
    ["and the cookies stay in force", "province=ab&language=fr", { province: "qc", language: "en" }, "qc en"],
    ["a kept language that the province does not speak is not taken", "province=ab", { language: "fr" }, "ab en"],
    ["a kept language that the province speaks is taken", "province=qc", { language: "fr", accept: "en" }, "qc fr"],
    ["a province outside the menu is not taken", "province=yt", {}, "on en"],
    ["an unknown province is ignored", "province=zz", { province: "qc" }, "qc fr"],
    ["URL is read one level deep", `URL=${encodeURIComponent("/account?province=qc&language=fr")}`, {}, "qc fr"],
    ["outside comes before inside URL", `province=ab&URL=${encodeURIComponent("/account?province=qc")}`, {}, "ab en"],
    [
      "A-142 what is deeper than that is not read",
      `URL=${encodeURIComponent(`/x?URL=${encodeURIComponent("/y?province=qc")}`)}`,
      {},
      "on en",
    ],
    ["A-149 markup is not taken", "province=%3Cb%3E&language=%3Cscript%3E", {}, "on en"],
  ])("%s", (_fact, query, given, locale) => {
    expect(read(query, given).locale).toBe(locale);
  });

  test.each([
    ["the URL", "province=ab", {}, "choice"],
    ["a cookie", "", { province: "qc" }, "choice"],
    ["the account", "", { account: { province: "qc", language: "fr" } }, "choice"],
    ["none", "", {}, "guess"],
    ["the browser's French", "", { accept: "fr-CA" }, "guess"],
    ["a province outside the menu", "province=yt", {}, "guess"],
  ])("reports whether the province given by %s is a choice or a guess", (_whose, query, given, from) => {
    expect(read(query, given).provinceFrom).toBe(from);
  });

  test("saves only values from the query", () => {
    expect(read("province=qc").chosen).toEqual({ province: "qc" });
    expect(read("province=qc&language=en").chosen).toEqual({ province: "qc", language: "en" });
    expect(read("province=ab&language=fr").chosen).toEqual({});
    expect(read("", { accept: "fr" }).chosen).toEqual({});
  });

  test("saves the language that replaces a kept one, so that a later province keeps it", () => {
    const { chosen } = read("province=ab", { province: "qc", language: "fr" });
    expect(chosen).toEqual({ province: "ab", language: "en" });
    expect(read("province=on", chosen).locale).toBe("on en");
  });
});
