import { globSync, readFileSync } from "node:fs";
import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import { describe, expect, it } from "vitest";

/** A concern that only some files may contain, with a line that the check must catch. */
interface Owner {
  name: string;
  shape: RegExp;
  checked: RegExp;
  /** Files among them that may contain the pattern. */
  owns: RegExp;
  planted: string;
}

const code = /^packages\/.*\.(ts|tsx)$/;
const tests = /\.test\.tsx?$|\/test\//;
const brandIds = ["belair", "intact", "bna", "nbc", "servus", "scotia"];

const owners: Owner[] = [
  {
    name: "the environment is read in settings",
    shape: /process\.env/,
    checked: code,
    owns: /^packages\/vestibule\/src\/settings\//,
    planted: "const port = process.env.PORT;",
  },
  {
    name: "SQL is written in stores, the platform and migrations",
    shape: /\bsql(\.raw\(|<[^>]*>`|`)|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/,
    checked: code,
    owns: /\.store\.ts$|^packages\/api\/(src\/platform|migrations)\//,
    planted: "await database.selectFrom('account').execute();",
  },
  {
    name: "no brand is named in code",
    shape: new RegExp(`["'\`](${brandIds.join("|")})["'\`]`),
    checked: /^packages\/(api|web|contract|vestibule|demo)\/.*\.(ts|tsx)$/,
    owns: /^packages\/vestibule\/src\/settings\/|^packages\/demo\/src\/.*\.table\.ts$/,
    planted: 'if (brand.id === "belair") show();',
  },
  {
    name: "no province decides in code",
    shape: new RegExp(`province(Id)?\\s*(===|!==)\\s*["'](${provinceIds.join("|")})["']`),
    checked: /^packages\/(api|web|contract|vestibule|demo)\/.*\.(ts|tsx)$/,
    owns: /^$/,
    planted: 'const french = province === "qc";',
  },
  {
    name: "no field cuts what is typed or pasted: its rule says what is too long",
    shape: /\bmaxlength=/i,
    checked: /^packages\/.*\.(ts|tsx)$/,
    owns: /^$/,
    planted: "<input maxLength={79} />",
  },
  {
    name: "files that share a name with a drawer for everything do not exist",
    shape: /^/,
    checked: /\/(utils?|helpers?|shared|managers?|services?)(\/|\.)/,
    owns: /^$/,
    planted: "anything",
  },
];

const files = globSync("packages/**/*.{ts,tsx}", {
  exclude: (name) => /(^|\/)(node_modules|build|\.react-router)$/.test(name),
})
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => code.test(path) && !tests.test(path));

function violations(owner: Owner, path: string, text: string): string[] {
  if (!owner.checked.test(path) || owner.owns.test(path)) return [];
  return text
    .split("\n")
    .map((line, index) => ({ line, location: `${path}:${index + 1}` }))
    .filter(({ line }) => owner.shape.test(line) && !/^\s*(\*|\/\/)/.test(line))
    .map(({ location, line }) => `${location} ${line.trim()}`);
}

describe.each(owners)("$name", (owner) => {
  it("is only in the files that own it", () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((path) => violations(owner, path, readFileSync(path, "utf8")))).toEqual([]);
  });

  it("is found in a planted line", () => {
    const path = owner.checked.test("packages/web/app/planted.ts")
      ? "packages/web/app/planted.ts"
      : "packages/web/app/utils/planted.ts";
    expect(violations(owner, path, owner.planted)).toHaveLength(1);
  });
});

describe("files", () => {
  const limit = 300;
  const long = /\.table\.tsx?$|^packages\/wording\/|migrations\//;

  it(`have at most ${limit} lines, except tables and wording`, () => {
    const over = files
      .filter((path) => !long.test(path))
      .map((path) => ({ path, lines: readFileSync(path, "utf8").split("\n").length }))
      .filter(({ lines }) => lines > limit);
    expect(over).toEqual([]);
  });

  it("are named after their role, in lower case with dashes", () => {
    const shape = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.tsx?$/;
    expect(files.map((path) => path.split("/").at(-1) ?? "").filter((name) => !shape.test(name))).toEqual([]);
  });
});
