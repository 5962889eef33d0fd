import { expect, test } from "vitest";
import { type RowReport, rowText } from "./explain-text.rule.ts";

const row: RowReport = {
  brand: "belair",
  company: "belair",
  policyNumber: "•••••15",
  role: 40,
  province: "qc",
  endings: ["cannotRegister", "noContact"],
  closedDays: ["2026-11-28", "2026-11-29"],
};

test("a row with a roadblock names the days on which the telephone is closed", () => {
  expect(rowText(row, "en")).toContain("the telephone is closed on Saturday and Sunday.");
  expect(rowText(row, "fr")).toContain("le téléphone est fermé\u00a0: samedi et dimanche.");
});

test("a row without a roadblock does not mention the telephone", () => {
  expect(rowText({ ...row, endings: ["codeByEmail", "choosesPassword"] }, "en")).not.toContain("telephone");
});
