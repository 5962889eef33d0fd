import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import { provinceField } from "./brands-view.ts";
import { changedWeek } from "./hours.server.ts";
import { changedTelephone } from "./telephone.server.ts";

const textOf = (brand: string, name: string) =>
  readFileSync(new URL(`../../../../../../brands/${brand}/${name}`, import.meta.url), "utf8");

test.each(
  ["belair", "bna", "intact", "scotia", "servus"].flatMap((brand) =>
    (["brand.json", "wording.json"] as const).map((name) => ({ brand, name })),
  ),
)("keeps the layout of $name of the sample brand $brand", ({ brand, name }) => {
  const text = textOf(brand, name);
  expect(writeDocument(name, readDocument({ [name]: text }, name))).toEqual({ [name]: text });
});

test.each([
  {
    form: "telephone",
    change: changedTelephone,
    values: { number: "1-833-555-0177" },
    line: '"default": "1-833-555-0177",',
  },
  {
    form: "hours",
    change: changedWeek,
    values: {
      ...{ line: "chat", isGiven: "", [provinceField("on")]: "on" },
      ...{ weekdaysOpens: "07:30", weekdaysCloses: "20:00", saturdayOpens: "08:00", saturdayCloses: "17:00" },
    },
    line: '"opens": "07:30",',
  },
])("the $form form changes the line of its field alone", ({ change, values, line }) => {
  const text = textOf("belair", "brand.json");
  const before = text.split("\n");
  const after = change({ "brand.json": text }, values)["brand.json"]?.split("\n") ?? [];
  expect(after.flatMap((one, index) => (one === before[index] ? [] : [one.trim()]))).toEqual([line]);
});
