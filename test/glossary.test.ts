import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** What newcomers and operators read; the terms are those of docs/glossary.md. */
const pages = globSync([
  "README.md",
  "brands/README.md",
  "docs/{afternoon,configuration,statistics}.md",
  "docs/{connect,operations}/**/*.md",
]);
/** Answers of the command line. */
const commandLine = globSync("packages/vestibule/src/{command-line,report,support,book,settings}/*.ts").filter(
  (name) => !name.endsWith(".test.ts"),
);

async function linesWith(files: string[], terms: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const file of files.sort())
    for (const line of (await readFile(file, "utf8")).split("\n")) if (terms.test(line)) found.push(`${file}: ${line}`);
  return found;
}

test("documentation and command line write email without a hyphen", async () => {
  expect(pages.length).toBeGreaterThan(15);
  expect(commandLine.length).toBeGreaterThan(15);
  expect(await linesWith(pages, /\be-mail/i)).toEqual([]);
  expect(await linesWith(commandLine, /^(?!\s*(?:\/\/|\/?\*)).*["`][^"`]*\be-mail/i)).toEqual([]);
});

test("the first pages and the settings say log in", async () => {
  const signIn = /\bsign(?:ed|s)? (?:people )?in\b|\bsign-in and\b/i;
  expect(await linesWith(["README.md", "docs/afternoon.md", "docs/configuration.md"], signIn)).toEqual([]);
});
