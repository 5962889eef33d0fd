// Measures the files that a first visit of the login page loads, those that the first pages of a registration add, and
// those that each later page adds. Fails above the budgets. Sizes are of the compressed files and their response
// headers.
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

const budgets = { scriptKilobytes: 140, scripts: 8, pageKilobytes: 15 };
/** Status line and headers of an asset. */
const headerBytes = 270;
const build = join(root, "packages/web/build");

const { assets } = await import(pathToFileURL(join(build, "server/index.js")).href);
const routes = Object.entries(assets.routes);
const login = routes.find(([id]) => id.endsWith("/login.screen"));
const pages = routes.filter(([id, { hasDefaultExport }]) => id.startsWith("flows/registration/") && hasDefaultExport);
const isStart = ([id]) => /\/(account-type|identification)\.route$/.test(id);
if (login === undefined || !pages.some(isStart)) throw new Error("the build has no login page or no registration");

const filesOf = ({ module, imports = [], css = [] }) => [module, ...imports, ...css];
const bytesOf = (files) => files.reduce((sum, file) => sum + compressedBytes(file) + headerBytes, 0);
const compressedBytes = (file) =>
  Math.min(
    ...["", ".br"].map(
      (ending) => statSync(join(build, "client", file + ending), { throwIfNoEntry: false })?.size ?? Infinity,
    ),
  );
const shown = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;

const first = [...new Set([assets.url, ...[assets.entry, assets.routes.root, login[1]].flatMap(filesOf)])];
for (const file of first) console.log(`${shown(bytesOf([file]))}  ${file}`);
const heaviestOf = (some, loaded) =>
  some
    .map(([id, page]) => ({ id, bytes: bytesOf(filesOf(page).filter((file) => !loaded.includes(file))) }))
    .reduce((one, other) => (other.bytes > one.bytes ? other : one));
const starts = pages.filter(isStart);
const start = heaviestOf(starts, first);
const later = heaviestOf(pages, [...first, ...starts.flatMap(([, page]) => filesOf(page))]);

const { scriptKilobytes, scripts, pageKilobytes } = budgets;
console.log(
  `${shown(bytesOf(first))}  ${first.length} scripts of the login page, at most ${scriptKilobytes} kB in ${scripts}`,
);
console.log(`${shown(start.bytes)}  more for ${start.id}, at most ${pageKilobytes} kB`);
console.log(`${shown(later.bytes)}  more for ${later.id} after it, at most ${pageKilobytes} kB`);
if (bytesOf(first) > scriptKilobytes * 1000 || first.length > scripts) process.exit(1);
if (Math.max(start.bytes, later.bytes) > pageKilobytes * 1000) process.exit(1);
