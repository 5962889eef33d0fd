// Installs missing packages and builds changed sources before start, test and dev. It is plain JavaScript without
// dependencies, because it runs before the installation, with the Node of the machine.
import { buildIsCurrent, installIsCurrent, installProgress, keepBuildMark, sourcesMark } from "./freshness.mjs";
import { alone } from "./lock.mjs";
import { run, runNpmReporting } from "./run.mjs";

const wanted = new Set(process.argv.slice(2));
const oldestNode = 20;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(`Node ${oldestNode} or later is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

if (!installIsCurrent() || (wanted.has("build") && !buildIsCurrent())) {
  await alone(async () => {
    if (!installIsCurrent()) {
      console.log(`Installing ${installProgress().wanted} packages, once; this takes a minute or two…`);
      // With NODE_ENV=production npm omits development packages, which the build needs.
      await runNpmReporting(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], () => {
        const { installed, wanted } = installProgress();
        console.log(`  ${installed} of ${wanted} packages`);
      });
    }
    if (wanted.has("build") && !buildIsCurrent()) {
      console.log("Building the portal…");
      const mark = sourcesMark();
      run("scripts/build.mjs", [], { output: "on failure" });
      keepBuildMark(mark);
    }
  });
}

if (wanted.has("browser")) run("scripts/browser.mjs", []);
