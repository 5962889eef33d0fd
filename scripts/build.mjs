// The portal's build: bundles, twins of each file for browsers that take compressed ones, and the weight of the login page.
import { run } from "./run.mjs";

run("node_modules/@react-router/dev/bin.cjs", ["build"], { cwd: "packages/web" });
run("scripts/compress.mjs", []);
run("scripts/weigh.mjs", []);
