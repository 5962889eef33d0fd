import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path of the Node of the dependencies, or before their installation that of the machine. */
export function projectNode() {
  const pinned = join(root, "node_modules/node/bin/node");
  return existsSync(pinned) ? pinned : process.execPath;
}

/**
 * Runs a script with the project's Node and waits; exits this process when it fails. `output: "on failure"` hides the
 * output of a success.
 */
export function run(script, args, { cwd = root, output = "shown" } = {}) {
  finish(spawnSync(projectNode(), [join(root, script), ...args], { cwd, stdio: stdioFor(output) }));
}

/** Runs a script and returns its status and output, so that several can run at once. */
export async function runCaptured(script, args) {
  const child = spawn(projectNode(), [join(root, script), ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      output += text;
    });
  }
  const [status] = await once(child, "close");
  return { status: status ?? 1, output };
}

/** Runs npm, preferably the one that started this script, and calls `report` every few seconds until it ends. */
export async function runNpmReporting(args, report) {
  const [command, first] = npmCommand();
  const child = spawn(command, [...first, ...args], { cwd: root, stdio: "inherit" });
  const timer = setInterval(report, 5000);
  const [status] = await once(child, "close");
  clearInterval(timer);
  finish({ status });
}

/** Runs npm and returns the JSON that it prints, even if it fails. */
export function readNpm(args) {
  const { stdout, error } = spawnNpm(args, { encoding: "utf8", maxBuffer: 64_000_000 });
  if (error) throw error;
  return JSON.parse(stdout);
}

function spawnNpm(args, options) {
  const [command, first] = npmCommand();
  return spawnSync(command, [...first, ...args], { cwd: root, ...options });
}

function npmCommand() {
  const npm = process.env.npm_execpath;
  return npm?.endsWith("js") ? [process.execPath, [npm]] : ["npm", []];
}

const stdioFor = (output) => (output === "shown" ? "inherit" : ["ignore", "pipe", "pipe"]);

function finish({ status, error, stdout, stderr }) {
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
  if (error) console.error(error.message);
  process.exit(status ?? 1);
}
