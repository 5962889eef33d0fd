import { screenIds, screens } from "@vestibule/vestibule/screens/screens.rule.ts";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { testBrands } from "../../../test/book-file.ts";
import { openServer } from "../../vestibule/test/open-server.ts";
import { untilAccepted } from "../../vestibule/test/spawned-server.ts";

const { defaultBrand } = await testBrands();
const { province, language } = defaultBrand.defaults;
const context = { brand: defaultBrand, province, language, now: new Date() };
const { server } = await openServer();

const ownerPaths = ["/account", "/stop-request", "/this-wasnt-me", "/two-factor", "/household-request", "/undo"];
const ownerScreens = screenIds.filter((id) => ownerPaths.some((path) => screens[id](context).path.startsWith(path)));

/** A day and a time of day: "November 20, 2026 at 9:05 a.m.", « 20 novembre 2026 à 9 h 05 ». */
const moments = {
  en: /\w+ \d+, \d{4},? at (?:\d[\d:]*\s[ap]\.m\.|noon|midnight)(?! \(Eastern Time\))/,
  fr: /\d+\s\p{L}+\s\d{4},? à (?:\d+\sh(?:\s\d\d|(?!\s\d))|midi|minuit)(?! \(heure de l’Est\))/u,
};

test.each(ownerScreens)("%s names the zone of each day and time, also for a chosen province", async (id) => {
  for (const [language, zone] of [
    ["en", "Eastern Time"],
    ["fr", "heure de l’Est"],
  ] as const) {
    const url = `${server.url}/demo/screens/${id}?brand=belair&province=qc&language=${language}`;
    const response = await untilAccepted(() => fetch(url));
    const main = parse(await response.text()).querySelector("main")?.text ?? "";
    const zoneless = main.includes(`: ${zone}`) ? undefined : main.match(moments[language])?.[0];
    expect(zoneless).toBeUndefined();
  }
});
