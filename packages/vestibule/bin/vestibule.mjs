#!/usr/bin/env node
// Spawns the pinned Node, which runs TypeScript directly; the Node that npx finds may be older.
import { spawn } from "node:child_process";
import module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const main = join(here, "../src/command-line/main.ts");

if (Number.parseInt(process.versions.node, 10) >= 24) {
  // The compile cache halves the time of the next start.
  module.enableCompileCache(join(here, "../../../node_modules/.cache/vestibule"));
  await import(main);
} else {
  const pinned = join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin/node");
  const child = spawn(pinned, [main, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 143));
}
