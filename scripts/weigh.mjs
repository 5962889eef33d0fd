// Measures what a first visit loads beside the login page's HTML, and what each page of registration adds; fails above
// the budgets. Sizes are those on the wire: the compressed files and their response headers.
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

const budgets = { scriptKilobytes: 110, scripts: 6, laterPageKilobytes: 22 };
/** Status line and headers of an asset. */
const headerBytes = 270;
const build = join(root, "packages/web/build");

const { assets } = await import(pathToFileURL(join(build, "server/index.js")).href);
const routes = Object.entries(assets.routes);
const login = routes.find(([id]) => id.endsWith("/login.screen"));
const pages = routes.filter(([id, { hasDefaultExport }]) => id.startsWith("flows/registration/") && hasDefaultExport);
if (login === undefined || pages.length === 0)
  throw new Error("the build has no login page or no page of registration");

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
const heaviest = pages
  .map(([id, page]) => ({ id, bytes: bytesOf([...new Set(filesOf(page))].filter((file) => !first.includes(file))) }))
  .reduce((one, other) => (other.bytes > one.bytes ? other : one));

const { scriptKilobytes, scripts, laterPageKilobytes } = budgets;
console.log(
  `${shown(bytesOf(first))}  ${first.length} scripts of the login page, at most ${scriptKilobytes} kB in ${scripts}`,
);
console.log(`${shown(heaviest.bytes)}  more for ${heaviest.id}, at most ${laterPageKilobytes} kB`);
if (bytesOf(first) > scriptKilobytes * 1000 || first.length > scripts) process.exit(1);
if (heaviest.bytes > laterPageKilobytes * 1000) process.exit(1);
