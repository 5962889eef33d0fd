import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { attacks, notApplicable } from "../scripts/attacks/attack.table.ts";
import { attackPage, attackVerdicts, idsInTestFile } from "../scripts/attacks/attack-tests.rule.ts";

const ids = Object.values(attacks).flatMap((rows) => Object.keys(rows));
const tried = new Set(
  globSync(["{packages,test}/**/*.test.{ts,tsx}", "acceptance/*.story.ts"])
    .filter((file) => file !== "test/attacks.test.ts")
    .flatMap((file) => idsInTestFile(readFileSync(file, "utf8"))),
);

describe("the table of attacks", () => {
  test("lists each attack once, with a test or the reason why it does not apply", () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => tried.has(id) === id in notApplicable)).toEqual([]);
  });

  test("contains every id that a test title has", () => {
    expect([...tried, ...Object.keys(notApplicable)].filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("is docs/security/attacks.md (npm run attacks -- --page writes it)", () => {
    expect(readFileSync("docs/security/attacks.md", "utf8")).toBe(attackPage());
  });
});

test.each(["SECURITY.md", ...globSync("docs/security/*.md")])("%s names attacks and files that exist", (page) => {
  const text = readFileSync(page, "utf8");
  expect((text.match(/\bA-\d{3}\b/g) ?? []).filter((id) => !ids.includes(id))).toEqual([]);
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => join(dirname(page), path));
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
  const files = [...text.matchAll(/`([\w.-]+\.(?:test|rule|adapter|table|client|story)\.tsx?)`/g)].map(
    ([, file = ""]) => file,
  );
  expect(files.filter((file) => globSync(`{packages,test,acceptance,scripts}/**/${file}`).length === 0)).toEqual([]);
});

describe("the verdict on an attack", () => {
  const verdictOn = (id: string, tests: Parameters<typeof attackVerdicts>[0]) =>
    attackVerdicts(tests).find((row) => row.id === id)?.verdict;
  const passing = { title: "a code A-001 A-002 is refused", passed: true };

  test("is “passed” only when every test with its id has passed", () => {
    expect(verdictOn("A-001", [passing])).toBe("passed");
    expect(verdictOn("A-001", [passing, { title: "A-001 again", passed: false }])).toBe("failed");
  });

  test("is “no test” for an attack without a test, even if another id contains its digits", () => {
    expect(verdictOn("A-004", [passing, { title: "SHA-004 and A-0041", passed: true }])).toBe("no test");
  });
});

test("does not count an id in a comment as a test", () => {
  expect(idsInTestFile('// A-001\n/** A-002 */\n * A-003\ntest("A-004 x", () => {})')).toEqual(["A-004"]);
});
