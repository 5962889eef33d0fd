import { expect, test } from "vitest";
import { marketingUrlOf } from "./brand.rule.ts";

test("leads to the public site of the language, and of the province where it has one", () => {
  const marketingUrl = {
    en: "https://www.example.ca",
    fr: "https://www.example.ca/fr",
    provinces: { qc: { fr: "https://www.example.ca/fr/quebec" } },
  };
  const urlOf = (language: "en" | "fr", province: "qc" | "on") =>
    marketingUrlOf({ marketingUrl }, { language, province });
  expect([urlOf("fr", "qc"), urlOf("en", "qc"), urlOf("fr", "on"), urlOf("en", "on")]).toEqual([
    "https://www.example.ca/fr/quebec",
    "https://www.example.ca",
    "https://www.example.ca/fr",
    "https://www.example.ca",
  ]);
});
