// Installs missing packages and builds changed sources before start, test and dev. It is plain JavaScript without
// dependencies, because it runs before the installation, with the Node of the machine.
import { buildIsCurrent, installIsCurrent, installProgress, keepBuildMark, sourcesMark } from "./freshness.mjs";
import { withLock } from "./lock.mjs";
import { run, runNpmReporting } from "./run.mjs";

const wanted = new Set(process.argv.slice(2));
const oldestNode = 20;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(`Node ${oldestNode} or later is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

if (!installIsCurrent() || (wanted.has("build") && !buildIsCurrent())) {
  await withLock(async () => {
    if (!installIsCurrent()) {
      console.log(`Installing ${installProgress().wanted} packages, once; this takes a minute or two…`);
      const startedAt = Date.now();
      // With NODE_ENV=production npm omits development packages, which the build needs.
      await runNpmReporting(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], () => {
        const { installed, wanted } = installProgress();
        const seconds = Math.round((Date.now() - startedAt) / 1000);
        console.log(`  ${seconds} s: ${describeProgress(installed, wanted)}`);
      });
    }
    if (wanted.has("build") && !buildIsCurrent()) {
      console.log("Building the portal, which takes about a minute…");
      const mark = sourcesMark();
      run("scripts/build.mjs", [], { output: "on failure" });
      keepBuildMark(mark);
    }
  });
}

/** npm looks all packages up before it writes the first one, and runs their scripts after the last one. */
function describeProgress(installed, all) {
  if (installed === 0) return "looking them up";
  return installed === all ? "running their scripts" : `${installed} of ${all} packages`;
}

if (wanted.has("browser")) run("scripts/browser.mjs", []);
