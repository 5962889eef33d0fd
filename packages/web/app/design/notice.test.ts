import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const app = join(import.meta.dirname, "..");

/** The words of a notice are a grid, which would put a telephone number inside a sentence on a separate line. */
test("a notice has a sentence with a number or a link in one paragraph", () => {
  const files = globSync("**/*.tsx", { cwd: app });
  expect(files.length).toBeGreaterThan(100);
  const broken = files.filter((file) => /<Notice\b[^>]*>\s*<RichText/.test(readFileSync(join(app, file), "utf8")));
  expect(broken).toEqual([]);
});
