import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { commands } from "@vestibule/vestibule/command-line/commands.ts";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "./database.ts";

const root = join(import.meta.dirname, "..");
const pages = [
  "README.md",
  "README.fr.md",
  "brands/README.md",
  "docs/afternoon.md",
  "docs/gallery.md",
  "docs/statistics.md",
  ...globSync("docs/connect/*.md", { cwd: root }),
];
const folder = mkdtempSync(join(tmpdir(), "documented-"));
const database = await testDatabase();
afterAll(() => database.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = pages.flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap(([, block = ""]) =>
    block
      .replaceAll("\\\n", " ")
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, "").trim())
      .filter((line) => line !== "")
      .map((line) => ({ page, line })),
  ),
);
const vestibule = lines.filter(({ line }) => /(^|\s)npx vestibule /.test(line));
/** A command that several pages have runs once, except where it works on the page's folder. */
const vestibuleOnce = vestibule.filter(
  ({ line }, index) => line.includes("our-brands") || vestibule.findIndex((other) => other.line === line) === index,
);
const npm = lines.filter(({ line }) => /(^|\s)npm /.test(line));
const settings = lines.filter(({ line }) => /^[A-Z_]+=\S*$/.test(line));

/** Commands in pages for operators, which run on their database. */
const named = globSync("docs/{operations,security}/**/*.md", { cwd: root }).flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/npx vestibule ([a-z-]+(?: [a-z]+)?)/g)].map(
    ([, words = ""]) => ({ page, words }),
  ),
);

describe("a documented command", () => {
  it.each(named)("$page: vestibule $words exists", ({ words }) => {
    const names = commands.map(({ usage }) => usage.replace(/ [<[].*/, ""));
    expect(names.filter((name) => `${words} `.startsWith(`${name} `))).toHaveLength(1);
  });

  it("is an npm script, a setting or a vestibule command", () => {
    const others = lines.filter(
      (one) => ![...vestibule, ...npm, ...settings].includes(one) && !one.line.startsWith("curl "),
    );
    expect(others).toEqual([]);
    expect(vestibule.length).toBeGreaterThan(4);
  });

  it.each(npm)("$page: $line is a script of the project", ({ line }) => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const [, name] = line.match(/npm (?:run )?([\w:]+)/) ?? [];
    expect(Object.keys(scripts)).toContain(name);
  });

  it.each(settings)("$page: $line is a setting", ({ line }) => {
    expect(readFileSync(join(root, "docs/configuration.md"), "utf8")).toContain(`\`${line.split("=")[0]}\``);
  });

  it.each(vestibuleOnce)("$page: $line succeeds", async ({ page, line }) => {
    // Replaces the page's folder on the reader's disk by a temporary one.
    const pageFolder = join(folder, page.replaceAll("/", "-"));
    const command = line.replaceAll("../our-brands", join(pageFolder, "brands")).replace("npx vestibule", "vestibule");
    const { stdout } = await promisify(execFile)("sh", ["-c", command], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "development",
        DEMO: "1",
        DATA_DIR: join(folder, "data"),
        DATABASE_URL: database.url,
        PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
      },
    });
    expect(stdout).not.toBe("");
  });
});
