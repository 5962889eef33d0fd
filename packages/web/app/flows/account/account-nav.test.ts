import { expect, test } from "vitest";
import { exitIcons } from "../../roadblock/exit-row.tsx";
import { sectionIcons } from "./account-nav.tsx";

test("no section of the account has the icon of a way out", () => {
  const exits = new Set<string>(Object.values(exitIcons));

  expect(Object.values(sectionIcons).filter((icon) => exits.has(icon))).toEqual([]);
});

test("each section of the account has an icon of its own", () => {
  const icons = Object.values(sectionIcons);

  expect(new Set(icons).size).toBe(icons.length);
});
