import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { correctTypography } from "@vestibule/wording/typography.rule.ts";
import { parseCsv, writeCsv } from "hucre/csv";
import { neutraliseFormulas, restoreFormulas } from "../csv.rule.ts";
import { boundedWorkbook, maxUnpackedBytes } from "./zip.rule.ts";

/** One sentence as a row of the file for translators. */
export interface WordingRow {
  key: string;
  en: string;
  fr: string;
  /** Where it is seen. */
  url: string;
  /** What has to stay in it. */
  limits: string;
  /** The version of the brand that it was taken from. */
  version: string;
}

/** A row that was given back, with its number in the file. */
export type ReturnedRow = Pick<WordingRow, "key" | "en" | "fr" | "version"> & { row: number };

/** Names of the columns, by which they are found again in whatever order. */
const columns = { key: "key", en: "English", fr: "Français", url: "URL", limits: "{…}", version: "version" } as const;
const columnIds = idsOf(columns);
/** Far more than the product has sentences. */
const mostRows = 20_000;
const widths = { key: 30, en: 60, fr: 60, url: 30, limits: 20, version: 8 };

/** Loaded on first use, since most servers never see a workbook. */
const loadXlsx = () => import("hucre/xlsx");

const table = (rows: readonly WordingRow[]) => [
  Object.values(columns),
  ...rows.map((row) => columnIds.map((id) => row[id])),
];

/** UTF-8 with a byte order mark, the separator that Excel expects in the language, and no cell that it would run. */
export function toCsv(rows: readonly WordingRow[], language: Language): string {
  const cells = table(rows).map((row) => row.map(neutraliseFormulas));
  return writeCsv(cells, { delimiter: language === "fr" ? ";" : ",", bom: true });
}

/** Every cell is a text, which no spreadsheet runs. */
export async function toXlsx(rows: readonly WordingRow[]): Promise<Uint8Array> {
  const { writeXlsx } = await loadXlsx();
  return writeXlsx({
    sheets: [{ name: "Wording", columns: columnIds.map((id) => ({ width: widths[id] })), rows: table(rows) }],
  });
}

/** Reads rows of a CSV or XLSX file; undefined where it has no such columns. */
export async function readRows(bytes: Uint8Array): Promise<ReturnedRow[] | undefined> {
  const [head = [], ...rows] = isZip(bytes)
    ? await readSheet(bytes)
    : parseCsv(decode(bytes), { maxRows: mostRows }).map((cells) => cells.map((cell) => restoreFormulas(textOf(cell))));
  const places = Object.fromEntries(columnIds.map((id) => [id, head.map(textOf).indexOf(columns[id])]));
  if (["key", "en", "fr", "version"].some((id) => places[id] === -1)) return undefined;
  let characters = 0;
  return rows.flatMap((cells, index) => {
    // A workbook may name one long text in each of its cells.
    for (const cell of cells) characters += typeof cell === "string" ? cell.length : 0;
    if (characters > maxUnpackedBytes) throw new Error("the file has more text than a brand has");
    const cell = (id: string) => textOf(cells[places[id] ?? -1]);
    const row = {
      row: index + 2,
      key: cell("key"),
      en: correctTypography(cell("en"), "en"),
      fr: correctTypography(cell("fr"), "fr"),
      version: cell("version"),
    };
    return row.key === "" ? [] : [row];
  });
}

/** Without the white space at its ends but for no-break spaces: French sentences may begin with one before a colon. */
export const trimCell = (text: string) => text.replace(/^[ \t\n]+|[ \t\n]+$/g, "");

const textOf = (cell: unknown) => trimCell(String(cell ?? "").replaceAll("\r\n", "\n"));

const isZip = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b;

async function readSheet(bytes: Uint8Array): Promise<unknown[][]> {
  const options = { sheets: [0], maxRows: mostRows, range: `A1:Z${mostRows}` };
  const { readXlsx } = await loadXlsx();
  const { sheets } = await readXlsx(boundedWorkbook(bytes), options);
  return sheets[0]?.rows ?? [];
}

/** The text of a file in UTF-8, in UTF-16 with its mark, or else as Excel on Windows writes it. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
