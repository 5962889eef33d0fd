// Prints the titles of all unit tests as a specification, by package and file. Reading the files alone would print each
// title of a table once, without its values, and texts that are no titles.
import { spawnSync } from "node:child_process";
import { join, relative } from "node:path";
import { projectNode, root } from "./run.mjs";

const vitest = join(root, "node_modules/vitest/vitest.mjs");
const listed = spawnSync(projectNode(), [vitest, "list", "--json", "--staticParse=false"], {
  cwd: root,
  env: { ...process.env, TEST_MATRIX: "whole" },
  encoding: "utf8",
  maxBuffer: 2 ** 28,
});
if (listed.status !== 0) {
  console.error(listed.stderr);
  process.exit(1);
}
const byFile = Map.groupBy(JSON.parse(listed.stdout.slice(listed.stdout.indexOf("["))), ({ file }) =>
  relative(root, file),
);
for (const [file, facts] of [...byFile].sort()) {
  console.log(`\n${file.replace(/\.test\.tsx?$/, "")}`);
  for (const { name } of facts) console.log(`  ${name.replaceAll(" > ", " › ")}`);
}
