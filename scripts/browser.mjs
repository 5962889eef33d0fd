// Finds or installs a browser for the tests: CHROMIUM_PATH, an installed one, Playwright's own, apt-get's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectNode, root } from "./run.mjs";

/** The headless build is first, since it uses less than half the CPU time of a whole browser. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macs = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/**
 * Flags of every browser that the project starts. They stop its background traffic, and QUIC, which bypasses proxies.
 */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of a Chromium or Chrome; undefined when none is installed. */
export function findBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...installed, ...macs, playwrightBrowser()].find(
    (path) => path && existsSync(path),
  );
}

function playwrightBrowser() {
  try {
    return createRequire(import.meta.url)("@playwright/test").chromium.executablePath();
  } catch {
    return undefined;
  }
}

function fetchBrowser() {
  console.log("Installing a browser for the tests (once)…");
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const asRoot = process.getuid?.() === 0;
  const ways = [
    [projectNode(), [playwright, "install", ...(asRoot ? ["--with-deps"] : []), "chromium"]],
    ...(asRoot ? [["apt-get", ["install", "-y", "--no-install-recommends", "chromium-headless-shell"]]] : []),
  ];
  for (const [command, args] of ways) {
    spawnSync(command, args, { stdio: "inherit", cwd: root });
    if (findBrowser()) return;
  }
  console.error("No browser could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to its path.");
  process.exit(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href && !findBrowser()) fetchBrowser();
