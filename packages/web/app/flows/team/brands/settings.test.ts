import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { schemes } from "@vestibule/contract/brand/token.table.ts";
import { changeTokens, readTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";
import { namespaces, pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { changedDrawings } from "./drawings.server.ts";
import { changedLook } from "./look.server.ts";
import { changedSentence } from "./sentence.server.ts";
import { brandNode, changeSettings, nameOf, settingFields } from "./setting-field.server.ts";
import { changedSettings, settingsField } from "./settings.server.ts";
import { settingGroups } from "./settings.table.ts";

const folder = resolve(import.meta.dirname, "../../../../../../brands/belair");
const fileOf = (name: string) => readFileSync(resolve(folder, name), "utf8");
const document = JSON.parse(fileOf("brand.json"));

/** Read by servers at their start, or decided by the operator; the API refuses a draft that changes one. */
const folderParts = [
  "$schema",
  "id",
  "aliases",
  "companies",
  "apiKey",
  "hosts",
  "origin",
  "editing",
  "gateway",
  "resources",
  "applicationUrl",
  "clientLoginActions",
  "webviewHosts",
];

test("every part of a brand that its folder does not decide alone has a form", () => {
  const inForms = [...Object.values(settingGroups).flat(), "openingHours", "specialDays", ...folderParts];
  expect(inForms.toSorted()).toEqual(idsOf(brandNode.properties ?? {}).toSorted());
});

test("each field and each of its choices has a label", () => {
  const texts = pageTexts(namespaces, "en");
  const isVariable = (part: string) => languages.includes(part as "en") || part in document.provinces;
  for (const part of Object.values(settingGroups).flat())
    for (const { path, options } of settingFields(document, part)) {
      const fieldName = path.filter((one) => !isVariable(one)).join(".");
      expect(texts, fieldName).toHaveProperty([`brandField:${fieldName}`]);
      for (const option of options.filter((one) => one.length > 2))
        expect(texts, `${fieldName} ${option}`).toHaveProperty([`brandField:${fieldName}.is.${option}`]);
    }
});

/** What a form sends that is left as it was opened. */
function untouched(part: string): Record<string, string> {
  return Object.fromEntries(
    settingFields(document, part).flatMap(({ path, kind, value }): [string, string][] => {
      if (kind === "flag") return value === true ? [[nameOf(path), "yes"]] : [];
      if (kind === "choices") return (value as string[]).map((one) => [`${nameOf(path)}-${one}`, "yes"]);
      return [[nameOf(path), Array.isArray(value) ? value.join(" ") : String(value ?? "")]];
    }),
  );
}

test.each(Object.values(settingGroups).flat())("changes nothing of %s where nothing was changed", (part) => {
  expect(changeSettings(document, settingFields(document, part), untouched(part))).toEqual(document);
});

test("changes a number and a box, and removes what was emptied with the object around it", () => {
  const links = { ...untouched("appDownload"), "appDownload.apple": "", "appDownload.android": "" };
  expect(changeSettings(document, settingFields(document, "appDownload"), links)).not.toHaveProperty("appDownload");
  const { "passwordPolicy.special": _box, ...others } = untouched("passwordPolicy");
  const typed = { ...others, "passwordPolicy.minLength": "12" };
  expect(changeSettings(document, settingFields(document, "passwordPolicy"), typed)).toMatchObject({
    passwordPolicy: { minLength: 12, special: false, digit: true },
  });
});

test("keeps only the fields of the chosen rule", () => {
  const typed = { ...untouched("passwordPolicy"), group: "password", "passwordPolicy.rule": "passphrase" };
  const changed = changedSettings(
    { "brand.json": fileOf("brand.json") },
    { ...typed, "passwordPolicy.minLength": "16" },
  );
  expect(JSON.parse(changed["brand.json"] ?? "").passwordPolicy).toEqual({
    rule: "passphrase",
    minLength: 16,
    maxLength: 64,
    history: 5,
  });
});

/** The form of the provinces with these boxes ticked. */
function changeProvinces(chosen: readonly string[]) {
  const fields = Object.assign({}, ...settingGroups.provinces.map(untouched));
  const boxes = Object.fromEntries(chosen.map((id) => [`brandProvinces-${id}`, "yes"]));
  const files = { "brand.json": fileOf("brand.json") };
  return JSON.parse(changedSettings(files, { ...fields, ...boxes, group: "provinces" })["brand.json"] ?? "");
}

test("adds a province to the menu, in the language of the brand", () => {
  const provinces = idsOf<object>(document.provinces);
  expect(changeProvinces(provinces)).toEqual(document);
  const changed = changeProvinces([...provinces, "sk"]);
  expect(changed.provinces.sk).toEqual({ menu: true, languages: ["en"] });
  expect({ ...changed, provinces: document.provinces }).toEqual(document);
});

test("removes a province with everything that names it", () => {
  const provinces = idsOf<object>(document.provinces);
  const changed = changeProvinces(provinces.filter((id) => id !== "ns"));
  expect(JSON.stringify(document)).toContain('"ns"');
  expect(JSON.stringify(changed)).not.toContain('"ns"');
  expect(idsOf(changed.provinces)).toEqual(provinces.filter((id) => id !== "ns"));
});

test("leaves what is no number to the check", () => {
  const typed = { ...untouched("nameLength"), "nameLength.wide": "many" };
  expect(changeSettings(document, settingFields(document, "nameLength"), typed)).toMatchObject({
    nameLength: { wide: "many" },
  });
});

test("names the field of a place of the check", () => {
  expect(
    ["brand.json securityContacts[0]", "brand.json passwordPolicy.minLength", "brand.json openingHours.qc"].map(
      settingsField,
    ),
  ).toEqual([{ field: "securityContacts" }, { field: "passwordPolicy.minLength" }, undefined]);
});

test("keeps a list of fonts over several lines, which a field shows on one, where another value is changed", () => {
  const css = fileOf("tokens.css");
  const list = /--font-text:[^;]*/;
  const lines = css.replace(list, '--font-text: Figtree,\n    "Liberation Sans", sans-serif');
  const typed = Object.fromEntries(
    [...readTokens(lines).values.light].map(([token, value]) => [`light${token}`, value.replace(/[\r\n]/g, "")]),
  );
  const changed = changedLook({ "tokens.css": lines }, { ...typed, "light--action": "#123456" })["tokens.css"];
  expect(list.exec(changed ?? "")?.[0]).toBe(list.exec(lines)?.[0]);
  expect(changed).not.toBe(lines);
});

test("changes colours in their places and keeps the rest of the file", () => {
  const css = fileOf("tokens.css");
  expect(changedLook({ "tokens.css": css }, {})["tokens.css"]).toBe(css);
  const changed = changedLook({ "tokens.css": css }, { "light--action": "#123456", "dark--action": "#abcdef" });
  const { values } = readTokens(changed["tokens.css"] ?? "");
  expect(schemes.map((scheme) => values[scheme].get("--action"))).toEqual(["#123456", "#abcdef"]);
  expect(changed["tokens.css"]?.split("\n")).toHaveLength(css.split("\n").length);
});

test("A-376 leaves a colour that ends its declaration to the check, which reads the whole file", () => {
  const css = fileOf("tokens.css");
  for (const value of ["#fff; } body { display: none", "#fff } @import 'x'; :root {", "url(//x)", "</style>"]) {
    const changed = changeTokens(css, { light: new Map([["--action", value]]), dark: new Map() });
    expect(readTokens(changed).findings, value).not.toEqual([]);
  }
});

test("keeps the file of a drawing that was not changed", () => {
  const files = { "wordmark.svg": fileOf("wordmark.svg") };
  expect(changedDrawings(files, { "wordmark.svg": fileOf("wordmark.svg").trim() })).toEqual({});
  expect(changedDrawings(files, { "wordmark.svg": "<svg/>" })).toEqual({ "wordmark.svg": "<svg/>\n" });
});

test("keeps the paragraphs of a sentence that has them, and joins the lines of another", () => {
  const changed = (key: string) =>
    JSON.parse(changedSentence({}, { key, english: "One.\r\nTwo.", french: "Un.\r\nDeux." })["wording.json"] ?? "");
  expect(changed("legal:privacy.2.text")).toMatchObject({ en: { "legal:privacy.2.text": "One.\nTwo." } });
  expect(changed("login:title")).toMatchObject({
    en: { "login:title": "One. Two." },
    fr: { "login:title": "Un. Deux." },
  });
});
