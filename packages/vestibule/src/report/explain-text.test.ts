import { expect, test } from "vitest";
import { type RowReport, rowText } from "./explain-text.rule.ts";

const row: RowReport = {
  brand: "belair",
  company: "belair",
  policyNumber: "•••••15",
  role: 40,
  province: "qc",
  endings: ["cannotRegister", "noContact"],
  closedDays: ["saturday", "sunday"],
};

test("a row with a roadblock names the days on which the telephone is closed", () => {
  expect(rowText(row, "en")).toMatch(/R103\) The telephone is closed on Saturdays and on Sundays\.$/m);
  expect(rowText(row, "fr")).toMatch(/R103\) Le téléphone est fermé le samedi et le dimanche\.$/m);
});

test("a row without a roadblock does not mention the telephone", () => {
  expect(rowText({ ...row, endings: ["codeByEmail", "choosesPassword"] }, "en")).not.toContain("telephone");
});
