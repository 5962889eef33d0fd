// The portal's build: bundles, compressed copies, and the size check of the login page.
import { run } from "./run.mjs";

run("node_modules/@react-router/dev/bin.cjs", ["build"], { cwd: "packages/web" });
run("scripts/compress.mjs", []);
run("scripts/check-bundle-size.mjs", []);
