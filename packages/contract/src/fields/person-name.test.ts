import { describe, expect, it } from "vitest";
import type { FieldError } from "./field-error.ts";
import { foldName, personKey, refoldPersonKey } from "./fold-name.rule.ts";
import { checkName, isNameOnFile, shortenName } from "./person-name.rule.ts";

const key = (error: FieldError | undefined) => error?.key ?? "accepted";

describe("a name", () => {
  it.each([
    ["Jo", "accepted"],
    ["J", "minlength"],
    ["", "required"],
    ["Zoé-Ève d’Astous", "accepted"],
    ["O'Neil", "accepted"],
    ["St. John", "accepted"],
    ["’t Hooft", "accepted"],
    ["'t Hart", "accepted"],
    ["’t", "minlength"],
    ["ʻʻ", "minlength"],
    ["D′Amours", "accepted"],
    ["D‛Amours", "accepted"],
    ["D׳Amours", "accepted"],
    ["Lœtitia", "accepted"],
    ["Saint\u2011Cœur", "accepted"],
    ["D´Amours", "accepted"],
    ["1x", "format"],
    ["<b>x", "format"],
    ["=cmd", "format"],
    ["😀😀", "format"],
    ["Jean\u202e", "accepted"],
    ["\u200b\u200b", "required"],
    ["a".repeat(254), "accepted"],
    ["a".repeat(255), "maxlength"],
  ])("A-079 «%s» is %s", (value, verdict) => {
    expect(key(checkName(value))).toBe(verdict);
  });

  it.each([
    ["K", true],
    ["Tremblay, Jr.", true],
    ["Anne (Annie)", true],
    ["Marie / Anne", true],
    ["Smith & Sons", true],
    ["Roy 3rd", true],
    ["Sḵwx̱wú7mesh", true],
    ["1980-02-05", false],
    ["anne@mail.example", false],
    ["=cmd", false],
    ["-cmd", false],
    ["<b>x", false],
    ["''", false],
    ["a".repeat(255), false],
  ])("may be «%s» in the insurer's own files: %s", (value, verdict) => {
    expect(isNameOnFile(value)).toBe(verdict);
  });

  it.each([
    ["Tremblay, Jr.", "Tremblay Jr"],
    ["Anne (Annie)", "Anne Annie"],
    ["Smith & Sons", "Smith Sons"],
    ["St-Pierre", "Saint Pierre"],
    ["Ste. Marie", "sainte-marie"],
    ["Lœtitia", "Loetitia"],
    ["D’Amours", "d'amours"],
    ["D‘Amours", "D`Amours"],
    ["Cœur\u2011Joly", "Cœur-Joly"],
    ["Élodie", "elodie"],
    ["Jean-François", "JEAN FRANCOIS"],
    ["Đặng", "Dang"],
    ["Łukasz", "lukasz"],
    ["Strauß", "Strauss"],
    ["Søren", "Soren"],
    ["Ægir", "aegir"],
    ["Guðrún", "Gudrun"],
    ["Þór", "Thor"],
    ["Għawdex", "Ghawdex"],
    ["Yıldız", "Yildiz"],
    ["İpek", "Ipek"],
    ["Oʻbrien", "O'Brien"],
    ["Oʼbrien", "O’Brien"],
    ["Oꞌbrien", "OBrien"],
    ["D′Amours", "D＇Amours"],
    ["O´Brien", "O‛Brien"],
    ["OˈBrien", "O Brien"],
    ["IŞIK", "ışık"],
    ["Nguyễn".normalize("NFD"), "Nguyễn"],
    ["Παπαδόπουλος", "ΠΑΠΑΔΟΠΟΥΛΟΣ"],
    ["Маrtin", "Martin"],
    ["Οlivier", "Olivier"],
    ["ﬁlion", "Filion"],
    ["Ｍarie\u00a0Ève", "Marie  Ève"],
    ["Jean﹣Luc", "Jean⁃Luc"],
    ["Jean−Luc", "JeanLuc"],
    ["STRAUẞ", "Strauss"],
    ["L·luís", "Lluis"],
  ])("treats «%s» and «%s» as the same name", (left, right) => {
    expect(foldName(left)).toBe(foldName(right));
  });

  it("identifies one person with a date of birth, and another person with another date", () => {
    const jean = { firstName: "Jean", lastName: "St-Onge", dateOfBirth: "1950-01-02" };
    expect(personKey(jean)).toBe(personKey({ ...jean, lastName: "Saint Onge" }));
    expect(personKey(jean)).not.toBe(personKey({ ...jean, dateOfBirth: "1950-01-03" }));
  });

  it("has the key of this version for one that an earlier version stored", () => {
    const person = { firstName: "Łukasz", lastName: "Đặng-Strauß", dateOfBirth: "1950-01-02" };
    expect(refoldPersonKey("łukasz|đangstrauß|1950-01-02")).toBe(personKey(person));
  });

  it("A-080 is cut between graphemes, never inside a character", () => {
    const name = `${"a".repeat(23)}👩‍🚀${"b".repeat(20)}`;
    expect(shortenName(name, 24)).toBe(`${"a".repeat(23)}…`);
    expect(shortenName(name, 25)).toBe(`${"a".repeat(23)}👩‍🚀…`);
    expect(shortenName("Zoé", 24)).toBe("Zoé");
  });
});
