import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brandFileNames } from "@vestibule/catalogue/team.table.ts";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { wordingRows } from "./files.server.ts";
import { folderPatch } from "./folder-patch.rule.ts";
import { readRows, toCsv, toXlsx, type WordingRow } from "./wording-table.rule.ts";
import { boundedWorkbook, packFolder, unpackFolder } from "./zip.rule.ts";

const folder = resolve(import.meta.dirname, "../../../../../../brands/belair");
const files = Object.fromEntries(brandFileNames.map((name) => [name, readFileSync(resolve(folder, name), "utf8")]));
const requestContext = { origin: "https://portal.example" } as Parameters<typeof wordingRows>[0];
const rows = wordingRows(requestContext, { brandId: "belair", number: 3, files });
const given = rows.map(({ key, en, fr, version }, index) => ({ row: index + 2, key, en, fr, version }));
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);

test("lists every sentence with where it is seen and what has to stay in it", () => {
  expect(rows.length).toBeGreaterThan(1500);
  expect(rows.find(({ key }) => key === "login:title")).toMatchObject({
    en: "Log in",
    version: "3",
    limits: "",
    url: "https://portal.example/team/brands/belair/sentence?key=login%3Atitle",
  });
  expect(rows.find(({ en }) => en.includes("{time}"))?.limits).toContain("{time}");
  expect(rows.filter(({ key }) => key.startsWith("forms:summary.title_"))).toMatchObject([
    { key: "forms:summary.title_one", en: "There is one thing to fix", fr: "Il y a un point à corriger" },
    { key: "forms:summary.title_other", en: "There are {count} things to fix", limits: "{count}" },
  ]);
});

test.each([
  ["CSV with semicolons, as Excel in French opens it", () => strToU8(toCsv(rows, "fr"))],
  ["CSV with commas", () => strToU8(toCsv(rows, "en"))],
  ["XLSX", () => toXlsx(rows)],
])("reads back what it wrote as %s, with nothing changed", async (_format, write) => {
  expect(await readRows(await write())).toEqual(given);
});

const row: WordingRow = { key: "login:title", en: "Log in", fr: "Réponse", url: "u", limits: "", version: "3" };

test.each([
  ...[
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "|calc",
    '=HYPERLINK("https://evil.example")',
    '"=1',
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
  ],
  ...["'=1", "''-1", "Oui,=1+1,non", "Oui;=1+1;non", "Oui\t@A1", "Oui\n=1+1\nnon", "Oui,'=1", 'Oui,"=1+1,non'],
])("A-377 writes %j so that no spreadsheet runs it, and reads it back as it was", async (fr) => {
  const csv = toCsv([{ ...row, fr }], "fr");
  // Whichever of these characters the reader separates by.
  expect(csv.split(/[;,\t\r\n]/).filter((cell) => /^[" ]*[=+\-@|＝＋－＠]/.test(cell))).toEqual([]);
  expect((await readRows(strToU8(csv)))?.[0]?.fr).toBe(fr);
  const xlsx = await toXlsx([{ ...row, fr }]);
  const { sheets } = await readXlsx(xlsx);
  expect(sheets[0]?.rows[1]?.[2]).toBe(fr);
  expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
});

test("A-377 reads a formula of an uploaded file as what it shows", async () => {
  const head = ["key", "English", "Français", "version"];
  const xlsx = await writeXlsx({ sheets: [{ name: "Wording", rows: [head, ["login:title", "Log in", "Ouvrir", 3]] }] });
  expect((await readRows(xlsx))?.[0]).toMatchObject({ key: "login:title", fr: "Ouvrir", version: "3" });
});

test("A-378 reads UTF-16 with tabs, Windows-1252 with semicolons, and UTF-8 without a mark", async () => {
  const text = (separator: string) =>
    `key;English;Français;version\r\nlogin:title;Log in;Réponse\u00a0: «\u00a0é\u00a0»;3\r\n`.replaceAll(
      ";",
      separator,
    );
  for (const bytes of [utf16(text("\t")), new Uint8Array(Buffer.from(text(";"), "latin1")), strToU8(text(","))])
    expect((await readRows(bytes))?.[0]).toEqual({
      row: 2,
      key: "login:title",
      en: "Log in",
      fr: "Réponse\u00a0: «\u00a0é\u00a0»",
      version: "3",
    });
});

test("puts the signs that few keyboards can type in their places", async () => {
  const csv = "key,English,Français,version\nlogin:title,Don't wait,Réponse : « oui » à l'adresse,3\n";
  expect((await readRows(strToU8(csv)))?.[0]).toMatchObject({
    en: "Don’t wait",
    fr: "Réponse\u00a0: «\u00a0oui\u00a0» à l’adresse",
  });
});

test("A-378 refuses another file, and an archive that unpacks to more than a brand has", async () => {
  for (const bytes of [strToU8("a;b\n1;2\n"), new Uint8Array([0, 1, 2]), strToU8("")])
    expect(await readRows(bytes)).toBeUndefined();
  const bomb = zipSync({ "xl/workbook.xml": new Uint8Array(9 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(20_000);
  expect(() => boundedWorkbook(bomb)).toThrow(/unpacks/);
  await expect(readRows(bomb)).rejects.toThrow(/unpacks/);
});

/** A workbook whose parts are changed as texts. */
function changedWorkbook(workbook: Uint8Array, change: Readonly<Record<string, (part: string) => string>>): Uint8Array {
  const parts = unzipSync(workbook);
  for (const [name, changed] of Object.entries(change)) {
    const path = `xl/${name}.xml`;
    parts[path] = strToU8(changed(strFromU8(parts[path] ?? new Uint8Array())));
  }
  return zipSync(parts);
}

test("A-460 refuses a small workbook that takes its reader minutes", async () => {
  const workbook = await toXlsx([row]);
  const column = '<x:col min="1" max="999999999" width="3"/>';
  const columns = changedWorkbook(workbook, {
    "worksheets/sheet1": (sheet) => sheet.replace("<sheetData>", `<cols>${column.repeat(300)}</cols><sheetData>`),
  });
  await expect(readRows(columns)).rejects.toThrow(/columns/);

  const cells = '<c t="s"><v>7</v></c>'.repeat(20);
  const longText = changedWorkbook(workbook, {
    "worksheets/sheet1": (sheet) => sheet.replace("</sheetData>", `${`<row>${cells}</row>`.repeat(20)}</sheetData>`),
    sharedStrings: (strings) => strings.replace("<t>Log in</t>", `<t>${"Log in ".repeat(10_000)}</t>`),
  });
  expect(longText.length).toBeLessThan(20_000);
  await expect(readRows(longText)).rejects.toThrow(/more text/);
});

test("A-460 reads the first sheet of a workbook alone", async () => {
  const head = ["key", "English", "Français", "version"];
  const rows = [head, ["login:title", "Log in", "Ouvrir", "3"]];
  const sheets = [1, 2].map((number) => ({ name: String(number), rows }));
  const workbook = changedWorkbook(await writeXlsx({ sheets }), { "worksheets/sheet2": () => "<worksheet><!--" });
  expect(await readRows(workbook)).toEqual([expect.objectContaining({ key: "login:title", fr: "Ouvrir" })]);
});

test("reads the folder from the archive that it packs", () => {
  expect(unpackFolder(packFolder("belair", files))).toEqual(files);
});

test("A-379 reads the files of a brand alone, at the root of an archive or in one folder", () => {
  const archive = zipSync({
    "belair/brand.json": strToU8("{}"),
    "../brand.json": strToU8("outside"),
    "belair/oidc/app.json": strToU8("{}"),
    "a/b/tokens.css": strToU8("deep"),
    "belair/evil.js": strToU8("1"),
    "wording.json": strToU8("{}"),
  });
  expect(unpackFolder(archive)).toEqual({ "brand.json": "{}", "wording.json": "{}" });
  expect(() => unpackFolder(zipSync({ "brand.json": new Uint8Array(9 * 1024 * 1024) }))).toThrow(/unpacks/);
});

test("writes what differs as a patch of the folder of brands, and nothing where nothing does", () => {
  const changed = { ...files, "brand.json": files["brand.json"]?.replace("1-833-555-0100", "1-833-555-0199") ?? "" };
  const patch = folderPatch("belair", files, changed);
  expect(patch).toContain("--- a/belair/brand.json");
  expect(patch).toContain("+++ b/belair/brand.json");
  expect(patch.match(/^[-+] .*/gm)).toEqual([
    expect.stringMatching(/^- .*1-833-555-0100/),
    expect.stringMatching(/^\+ .*1-833-555-0199/),
  ]);
  expect(folderPatch("belair", files, files)).toBe("");
});
