import { accountStatuses } from "@vestibule/catalogue/account.table.ts";
import { policyLines, registries } from "@vestibule/catalogue/book.table.ts";
import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainAccount, plainRow, testBrands } from "../../../../test/book-file.ts";
import { anyText, hostileTexts } from "../../../../test/hostile-texts.ts";
import { readAccountRow } from "./account-row.rule.ts";
import { readBookRow } from "./book-row.rule.ts";
import { companyBook } from "./company-book.rule.ts";

const companies = companyBook(await testBrands());

const accountCells = { ...plainAccount, passwordHash: "" };

/** Checks a property of rows of any texts, and of rows with one hostile cell in each column. */
function checkRows<Cells extends Record<string, string>>(cells: Cells, property: (cells: Cells) => boolean): void {
  const texts = Object.keys(cells).map((column) => [column, anyText.map((text) => text.trim())]);
  const examples = Object.keys(cells).flatMap((column) =>
    hostileTexts.map((text): [Cells] => [{ ...cells, [column]: text.trim() }]),
  );
  const rows = fc.record(Object.fromEntries(texts)) as unknown as fc.Arbitrary<Cells>;
  fc.assert(fc.property(rows, property), { numRuns: examples.length + 100, examples });
}

/** Whether PostgreSQL can store every text of a row. */
const isStorable = (row: object) =>
  Object.values(row).every((value) => typeof value !== "string" || (value.isWellFormed() && !value.includes("\0")));

test("reads or refuses any row of policies, and reads only values that the book allows", () => {
  expect(readBookRow({ line: 2, cells: plainRow }, companies)).toMatchObject({ kind: "valid" });
  checkRows(plainRow, (cells) => {
    const read = readBookRow({ line: 2, cells }, companies);
    if (read.kind === "invalid") return read.errors.length > 0;
    const { line, province, language, registry, role, year } = read.row;
    expect(policyLines).toContain(line);
    expect(provinceIds).toContain(province);
    expect(registries).toContain(registry);
    expect([null, ...languages]).toContain(language);
    return [40, 80].includes(role) && Number.isInteger(year) && isStorable(read.row);
  });
});

test("reads or refuses any row of accounts, and reads only values that an account allows", () => {
  expect(readAccountRow({ line: 2, cells: accountCells }, companies)).toMatchObject({ kind: "valid" });
  checkRows(accountCells, (cells) => {
    const read = readAccountRow({ line: 2, cells }, companies);
    if (read.kind === "invalid") return read.errors.length > 0;
    expect(accountStatuses).toContain(read.row.status);
    return isStorable(read.row);
  });
});
