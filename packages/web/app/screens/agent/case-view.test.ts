import type { SupportCase } from "@vestibule/contract/v1/support-desk.schema.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../../test/book-file.ts";
import type { PortalVisit } from "../../visit/visit.ts";
import { caseView } from "./case-view.server.ts";

const [brand] = (await testBrands()).brands;
const at = "2026-11-21T18:40:00Z";

/** What an agent reads of these refusals, in English. */
function notesOf(refusals: [event: string, result: string][]): string[][] {
  const told: SupportCase = {
    ...{ code: "482913706", brand: "belair", madeAt: at, province: "qc", language: "fr" },
    steps: refusals.map(([event, result]) => ({ at, event, result, by: "person", facts: { how: "password" } })),
    ...{ messages: [], limits: [], acts: { lift: [], unlock: false, links: [] } },
  };
  return caseView({ language: "en", brand } as PortalVisit, told).steps.map(({ notes }) => notes);
}

test("P-21 refused logins say what each came to; the one that shut the login names its lock", () => {
  const signIn = ["bad", "lockedForTime", "lockedUntilReset", "expired", "disabled"].map((result): [string, string] => [
    "sign-in.refused",
    result,
  ]);
  expect(notesOf(signIn)).toEqual([
    ["wrong password"],
    ["Login paused after wrong passwords"],
    ["Login closed after many wrong passwords in a row"],
    ["temporary password, to be replaced"],
    ["closed by the company"],
  ]);
});

test("P-21 refused temporary passwords say whether they were wrong, too many, or too late", () => {
  const temporary = ["wrong", "limit", "late"].map((result): [string, string] => ["temporary.refused", result]);
  expect(notesOf(temporary)).toEqual([
    ["wrong password"],
    ["Too many wrong temporary passwords"],
    ["right, but after its day"],
  ]);
});

test("P-21 codes that stopped a person are told by why: wrong ones, the day's wrong ones, or too many sent", () => {
  const locked = ["session", "identity", "sends"].map((result): [string, string] => ["code.locked", result]);
  expect(notesOf(locked)).toEqual([
    ["they did not match"],
    ["Too many wrong codes"],
    ["as many were sent as one registration allows"],
  ]);
});

test("a result that is newer than the sentences is left out", () => {
  expect(notesOf([["sign-in.refused", "constructor"]])).toEqual([[]]);
});
