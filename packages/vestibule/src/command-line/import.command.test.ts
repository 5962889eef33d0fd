import { expect, test } from "vitest";
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
