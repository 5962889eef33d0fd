import { globSync, readFileSync } from "node:fs";
import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import { describe, expect, it } from "vitest";

/** A concern with a single owner: its pattern, the owning files, and a line that must be caught. */
interface Door {
  name: string;
  shape: RegExp;
  /** Files to check. */
  rooms: RegExp;
  /** Files among them that may contain the pattern. */
  behind: RegExp;
  planted: string;
}

const code = /^packages\/.*\.(ts|tsx)$/;
const tests = /\.test\.tsx?$|\/test\//;
const brandIds = ["belair", "intact", "bna", "nbc", "servus", "scotia"];

const doors: Door[] = [
  {
    name: "the environment is read in settings",
    shape: /process\.env/,
    rooms: code,
    behind: /^packages\/vestibule\/src\/settings\//,
    planted: "const port = process.env.PORT;",
  },
  {
    name: "SQL is written in stores, the platform and migrations",
    shape: /\bsql(\.raw\(|<[^>]*>`|`)|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/,
    rooms: code,
    behind: /\.store\.ts$|^packages\/api\/(src\/platform|migrations)\//,
    planted: "await database.selectFrom('account').execute();",
  },
  {
    name: "no brand is named in code",
    shape: new RegExp(`["'\`](${brandIds.join("|")})["'\`]`),
    rooms: /^packages\/(api|web|contract|vestibule|demo)\/.*\.(ts|tsx)$/,
    behind: /^packages\/vestibule\/src\/settings\/|^packages\/demo\/src\/.*\.table\.ts$/,
    planted: 'if (brand.id === "belair") show();',
  },
  {
    name: "no province decides in code",
    shape: new RegExp(`province(Id)?\\s*(===|!==)\\s*["'](${provinceIds.join("|")})["']`),
    rooms: /^packages\/(api|web|contract|vestibule|demo)\/.*\.(ts|tsx)$/,
    behind: /^$/,
    planted: 'const french = province === "qc";',
  },
  {
    name: "files that share a name with a drawer for everything do not exist",
    shape: /^/,
    rooms: /\/(utils?|helpers?|shared|managers?|services?)(\/|\.)/,
    behind: /^packages\/api\/src\/http\/internal\//,
    planted: "anything",
  },
];

const files = globSync("packages/**/*.{ts,tsx}", {
  exclude: (name) => /(^|\/)(node_modules|build|\.react-router)$/.test(name),
})
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => code.test(path) && !tests.test(path));

function sins(door: Door, path: string, text: string): string[] {
  if (!door.rooms.test(path) || door.behind.test(path)) return [];
  return text
    .split("\n")
    .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
    .filter(({ line }) => door.shape.test(line) && !/^\s*(\*|\/\/)/.test(line))
    .map(({ place, line }) => `${place} ${line.trim()}`);
}

describe.each(doors)("$name", (door) => {
  it("holds in every file", () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((path) => sins(door, path, readFileSync(path, "utf8")))).toEqual([]);
  });

  it("catches a planted line", () => {
    const path = door.rooms.test("packages/web/app/planted.ts")
      ? "packages/web/app/planted.ts"
      : "packages/web/app/utils/planted.ts";
    expect(sins(door, path, door.planted)).toHaveLength(1);
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
