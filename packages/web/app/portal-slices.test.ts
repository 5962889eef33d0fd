import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { portalSlices } from "./portal-slices.server.ts";

test("the list of slices has each slice that is declared, once", () => {
  const declared = globSync("**/*slice*.server.ts", { cwd: import.meta.dirname })
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, "utf8"))
    .flatMap((source) => [...source.matchAll(/= defineSlice\(\s*"(\w+)"/g)].map(([, name]) => name));
  expect(portalSlices.map(({ name }) => name).sort()).toEqual(declared.sort());
});
