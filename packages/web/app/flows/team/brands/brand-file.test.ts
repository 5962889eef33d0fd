import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readDocument, writeDocument } from "./brand-file.rule.ts";

test.each(
  ["belair", "bna", "intact", "scotia", "servus"].flatMap((brand) =>
    (["brand.json", "wording.json"] as const).map((name) => ({ brand, name })),
  ),
)("keeps the layout of $name of the sample brand $brand", ({ brand, name }) => {
  const text = readFileSync(new URL(`../../../../../../brands/${brand}/${name}`, import.meta.url), "utf8");
  expect(writeDocument(name, readDocument({ [name]: text }, name))).toEqual({ [name]: text });
});
