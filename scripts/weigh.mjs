// Prints the brotli size of the login page's JavaScript in kB, and fails above the limit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { root } from "./run.mjs";

const limitKilobytes = 110;
const build = join(root, "packages/web/build");

const { assets } = await import(pathToFileURL(join(build, "server/index.js")).href);
const login = Object.values(assets.routes).find(({ module }) => /\/login[.-]/.test(module));
if (login === undefined) throw new Error("the build has no route whose module is the login screen");

const parts = [assets.entry, assets.routes.root, login];
const files = new Set([assets.url, ...parts.flatMap(({ module, imports }) => [module, ...(imports ?? [])])]);
const sizes = [...files].map((file) => ({
  file,
  bytes: brotliCompressSync(readFileSync(join(build, "client", file))).length,
}));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

for (const { file, bytes } of sizes.sort((one, other) => other.bytes - one.bytes)) {
  console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${file}`);
}
console.log(`JavaScript of the login page: ${total.toFixed(1)} kB (brotli), at most ${limitKilobytes}.`);
if (total > limitKilobytes) process.exit(1);
