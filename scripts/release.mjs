// Creates a release: the installable package and its bill of materials (CycloneDX). Checks that the changelog has the
// version, and audits the dependencies; `--unaudited` allows a release when the registry cannot audit.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readNpm, root, run } from "./run.mjs";

const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const production = ["--omit", "dev"];
const problems = [];

const heading = new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d$`, "m");
if (!heading.test(readFileSync(join(root, "CHANGELOG.md"), "utf8")))
  problems.push(`CHANGELOG.md has no dated section for ${version}`);

run("scripts/package.ts", []);

const sbom = readNpm(["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", ...production]);
// npm names the component after the folder of the checkout.
sbom.metadata.component.name = name;
const file = `build/${name}-${version}.cdx.json`;
writeFileSync(join(root, file), `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${file}: ${sbom.components.length} components`);

const audit = readNpm(["audit", "--json", ...production]);
const found = audit.metadata?.vulnerabilities;
if (found === undefined) {
  const reason = `the dependencies were NOT audited: ${audit.message ?? "the registry gave no answer"}`;
  if (process.argv.includes("--unaudited")) console.log(`Released unaudited: ${reason}`);
  else problems.push(`${reason}. Use a registry that audits, or --unaudited`);
} else if (found.total > 0) problems.push(`npm audit finds ${found.total} vulnerabilities: ${JSON.stringify(found)}`);
else console.log("npm audit finds no vulnerability.");

for (const problem of problems) console.error(`No release: ${problem}.`);
process.exitCode = problems.length === 0 ? 0 : 1;
