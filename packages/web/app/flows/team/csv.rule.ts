type Cell = string | number;

/**
 * Where a cell may start in a spreadsheet that separates by another character, before what starts a formula. In Japanese
 * and Chinese, spreadsheets read the full-width signs as well.
 */
const cellStart = String.raw`(?<=^|[,;\t\r\n])`;
const formula = String.raw`(?=["' ]*[=+\-@|\0\uff1d\uff0b\uff0d\uff20])`;
const space = String.raw`(?='*[\t\r\n])`;
const formulaStarts = new RegExp(`${cellStart}${formula}|^${space}`, "g");
const neutralisedStarts = new RegExp(`${cellStart}'${formula}|^'${space}`, "g");

/** The text with an apostrophe before each formula that a spreadsheet would run. */
export const neutraliseFormulas = (text: string) => text.replace(formulaStarts, "'");
/** The text as it was before `neutraliseFormulas`. */
export const restoreFormulas = (text: string) => text.replace(neutralisedStarts, "");

/** A table as CSV (RFC 4180), which no spreadsheet runs. */
export function csvFile(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = neutraliseFormulas(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Sends a table as a file to save. */
export function csvResponse(name: string, text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
