// The portal's build: bundles, compressed copies, the size check of the login page, and what each screen says.
import { run } from "./run.mjs";

run("node_modules/@react-router/dev/bin.cjs", ["build"], { cwd: "packages/web" });
run("scripts/compress.mjs", []);
run("scripts/check-bundle-size.mjs", []);
process.env.NODE_ENV = "production";
run("scripts/screen-sentences.ts", []);
