import { languages, provinces } from "@vestibule/catalogue/province.table.ts";
import { expect, test } from "vitest";
import { sayZone } from "./zone-name.ts";

test("a zone is called as people call it", () => {
  expect(sayZone("America/Toronto", "en")).toBe("Eastern Time");
  expect(sayZone("America/Toronto", "fr")).toBe("heure de l’Est");
  expect(sayZone("America/Vancouver", "fr")).toBe("heure du Pacifique");
});

test("every province has a zone with a name in both languages, none by its distance from Greenwich", () => {
  for (const { timeZone } of Object.values(provinces))
    for (const language of languages)
      expect(sayZone(timeZone, language)).toMatch(/^(?:heure \p{L}|\p{Lu}[\p{L} ]+ Time$)/u);
});
