#!/usr/bin/env node
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
// V8 sizes its heap by the machine's memory and lets garbage fill several times what a server uses.
const heapLimits = ["--max-old-space-size=384", "--max-semi-space-size=8"];

// The pinned Node runs TypeScript directly; the Node that npx finds may be older.
const isRecent = Number.parseInt(process.versions.node, 10) >= 24;
const node = isRecent ? process.execPath : pinnedNode();
const main = join(here, "../src/command-line/main.ts");
const args = [...heapLimits, ...process.execArgv, main, ...process.argv.slice(2)];
const env = {
  // The compile cache halves the time of the next start.
  NODE_COMPILE_CACHE: join(here, "../../../node_modules/.cache/vestibule"),
  // glibc otherwise keeps freed memory in eight arenas for each core, and more of it the larger a freed block was.
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  ...process.env,
};

if (isRecent) process.execve(node, [node, ...args], env);
const child = spawn(node, args, { stdio: "inherit", env });
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 143));

/** An installation for production has no Node. */
function pinnedNode() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin/node");
  } catch {
    process.stderr.write(`Vestibule needs Node 24 or later; ${process.execPath} is ${process.version}.\n`);
    process.exit(1);
  }
}
