import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const markFile = join(root, "node_modules/.ready");
/** Sources of the built portal. */
const sources = [
  "packages/web",
  "packages/contract",
  "packages/catalogue",
  "packages/wording",
  "package-lock.json",
  "packages/vestibule/src/screens",
];
const notSources = new Set(["node_modules", "build", ".react-router", "test"]);

/**
 * Whether every package of the lock file is installed in its version, and install scripts have fetched their binaries.
 */
export function installIsCurrent() {
  const wanted = packagesOf(join(root, "package-lock.json"));
  const installed = packagesOf(join(root, "node_modules/.package-lock.json"));
  const same = ([path, { version, optional, link }]) =>
    link
      ? existsSync(join(root, path))
      : optional || !path.includes("node_modules/") || installed[path]?.version === version;
  return Object.entries(wanted).every(same) && existsSync(join(root, "node_modules/node/bin/node"));
}

/** Number of packages of the lock file, and of those whose files are there while npm installs. */
export function installProgress() {
  const paths = Object.entries(packagesOf(join(root, "package-lock.json")))
    .filter(([path, { optional, link }]) => path.includes("node_modules/") && !optional && !link)
    .map(([path]) => path);
  const installed = paths.filter((path) => existsSync(join(root, path, "package.json")));
  return { wanted: paths.length, installed: installed.length };
}

export function buildIsCurrent() {
  const built = existsSync(join(root, "packages/web/build/server/index.js"));
  return built && readText(markFile) === sourcesMark();
}

/** A hash of path, size and time of every source. Takes milliseconds; misses changes only if times are set by hand. */
export function sourcesMark() {
  const hash = createHash("sha256");
  const visit = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) if (!notSources.has(name)) visit(join(path, name));
    } else if (found) hash.update(`${path} ${found.size} ${found.mtimeMs}\n`);
  };
  for (const path of sources) visit(path);
  return hash.digest("hex");
}

export function keepBuildMark(mark) {
  writeFileSync(markFile, mark);
}

function packagesOf(file) {
  return JSON.parse(readText(file) ?? "{}").packages ?? {};
}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
