import { languages, provinces } from "@vestibule/catalogue/province.table.ts";
import { expect, test } from "vitest";
import { nameTimeZone, nameTimeZoneOf } from "./format.ts";

const winter = new Date("2026-01-15T12:00:00Z");
const summer = new Date("2026-07-15T12:00:00Z");

test.each([
  [provinces.on.timeZone, "en", "Eastern Time"],
  [provinces.on.timeZone, "fr", "heure de l’Est"],
  [provinces.bc.timeZone, "fr", "heure du Pacifique"],
  [provinces.ab.timeZone, "en", "Mountain Time"],
  [provinces.ab.timeZone, "fr", "heure des Rocheuses"],
  [provinces.yt.timeZone, "en", "Yukon Time"],
  [provinces.yt.timeZone, "fr", "heure normale du Yukon"],
  [provinces.nu.timeZone, "en", "Eastern Time"],
] as const)("names %s in %s by its current name, in winter and in summer", (timeZone, language, name) => {
  expect(nameTimeZone(timeZone, language, winter)).toBe(name);
  expect(nameTimeZone(timeZone, language, summer)).toBe(name);
});

test("names the zone of every province in words in both languages, never as an offset", () => {
  for (const { timeZone } of Object.values(provinces))
    for (const language of languages)
      expect(nameTimeZone(timeZone, language, winter)).toMatch(/^(?:heure \p{L}|\p{Lu}[\p{L} ]+ Time$)/u);
});

test("names an hour that the clocks repeat by summer and by winter time", () => {
  const { timeZone } = provinces.qc;
  const namesIn = (language: "en" | "fr") =>
    ["05:30", "06:30", "07:30"].map((time) => nameTimeZoneOf(timeZone, language, new Date(`2026-11-01T${time}:00Z`)));
  expect(namesIn("fr")).toEqual(["heure avancée de l’Est", "heure normale de l’Est", "heure de l’Est"]);
  expect(namesIn("en")).toEqual(["Eastern Daylight Time", "Eastern Standard Time", "Eastern Time"]);
  const spring = new Date("2026-03-08T07:30:00Z");
  expect(nameTimeZoneOf(timeZone, "fr", spring)).toBe("heure de l’Est");
});
