import { readFile, rm, stat } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { writeTestFile } from "../../../../test/test-file.ts";
import { copyRows } from "../book/csv-file.adapter.ts";
import { describeImport } from "./import.command.ts";

test("an import uses the singular for one row, and a dry run says that nothing was saved", () => {
  const counts = { added: 1, changed: 0, unchanged: 0, repeated: 0 };
  expect(describeImport({ kind: "rehearsed", rows: 1, ...counts })).toBe(
    "Dry run: nothing was saved. 1 row (1 added, 0 changed, 0 unchanged, 0 repeated).",
  );
  expect(describeImport({ kind: "imported", rows: 2, ...counts })).toMatch(/^Imported: 2 rows \(/);
});

test("an import of accounts says what to do about those without policy", () => {
  const counts = { added: 2, untouched: 0 };
  const report = (withoutPolicy: number) =>
    describeImport({ kind: "rehearsed", rows: 2, ...counts, withoutPolicy }).split("\n");
  expect(report(0)).toHaveLength(1);
  expect(report(1)[1]).toContain("import the policies first");
});

test("copies a rejected row whose first and last cells are empty, between tabs", async () => {
  const file = await writeTestFile("a\tb\tc\r\n\t2\t\r\n1\t2\t3\r\n");
  const to = `${file}.rejected.csv`;
  onTestFinished(() => rm(to));
  await copyRows(file, { lines: new Set([2]), to });
  expect(await readFile(to, "utf8")).toBe("a\tb\tc\n\t2\t\n");
});

test("copies the header and the rejected rows to a file of the same separator", async () => {
  const file = await writeTestFile('sep=;\na;b\n1;2\n"x;\ny";4\n5;6');
  const to = `${file}.rejected.csv`;
  onTestFinished(() => rm(to));
  await copyRows(file, { lines: new Set([5]), to });
  expect(await readFile(to, "utf8")).toBe('sep=;\na;b\n"x;\ny";4\n');
  expect((await stat(to)).mode & 0o777).toBe(0o600);
});

test("begins a copy with a byte order mark where the file has one, so that a spreadsheet reads its accents", async () => {
  const copied = async (content: string | Buffer) => {
    const file = await writeTestFile(content);
    const to = `${file}.rejected.csv`;
    onTestFinished(() => rm(to));
    await copyRows(file, { lines: new Set([2]), to });
    return readFile(to, "utf8");
  };
  expect(await copied("\ufeffa;b\r\nÉve;2\r\n")).toBe("\ufeffa;b\nÉve;2\n");
  expect(await copied(Buffer.from("\ufeffa\tb\r\nÉve\t2\r\n", "utf16le"))).toBe("\ufeffa\tb\nÉve\t2\n");
  expect(await copied("a;b\nÉve;2\n")).toBe("a;b\nÉve;2\n");
});
