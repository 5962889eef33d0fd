import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { signedInPage } from "./signed-in-page.message.ts";

const brand = (await testBrands()).byId("belair");

test("shows failed sign-ins in both languages in the time zone of the brand's province, and only when there are any", () => {
  if (brand === undefined) throw new Error("no brand belair");
  const headers = new Headers({
    "x-last-sign-in": "2026-11-20T10:00:00Z",
    "x-failed-sign-ins": "3",
    "x-last-failed-sign-in": "2026-11-21T23:05:00Z",
  });
  const page = String(signedInPage(brand, headers));
  expect(page).toContain("3 mots de passe incorrects depuis votre dernière visite");
  expect(page).toContain("le 21\u00a0novembre 2026 à 18\u00a0h\u00a005 (heure de l’Est)");
  expect(page).toContain("3 wrong passwords since your last visit");
  expect(page).toContain("November 21, 2026 at 6:05\u00a0p.m. (Eastern Time)");
  expect(String(signedInPage(brand, new Headers()))).not.toMatch(/incorrect|wrong/);
});
