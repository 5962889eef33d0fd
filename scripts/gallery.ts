// Writes the screen gallery as a folder of pictures and one page, for viewing without a server.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fonts } from "../packages/catalogue/src/font.table.ts";
import { parseLanguage } from "../packages/demo/src/request-context.rule.ts";
import type { GalleryPicture } from "../packages/demo/src/screen-gallery/picture-list.rule.ts";
import { savedGalleryPage } from "../packages/demo/src/screen-gallery/saved-gallery.screen.ts";
import { sampleBrandId } from "../test/sample-brand.ts";
import { startProduct } from "./product.mjs";
import { root } from "./run.mjs";
import { takePictures } from "./take-pictures.ts";

/** Maximum number of pictures. With more, the user must select a part of them. */
const mostPictures = 8000;
const fontPath = fonts.Figtree.url;

const { values } = parseArgs({
  options: {
    brand: { type: "string", multiple: true, default: ["every"] },
    language: { type: "string", multiple: true, default: ["every"] },
    width: { type: "string", multiple: true, default: ["360", "1280"] },
    scheme: { type: "string", multiple: true, default: ["light"] },
    part: { type: "string", multiple: true, default: ["every"] },
    province: { type: "string", default: "own" },
    into: { type: "string", default: "gallery" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(`npm run gallery -- [options]; each may be given more than once
  --brand ID      a brand (default: every)
  --language en   or fr (default: every; the page itself is in the first)
  --width 360     or 768, 1280 (default: 360 and 1280)
  --scheme light  or dark (default: light)
  --part login    or recovery, registration, policyNumber, link, roadblock, message, agent, frame, other (default: every)
  --province qc   one province, "own" for each brand's own, "every" for all (default: own)
  --into FOLDER   folder of the gallery; an existing one is replaced (default: gallery)`);
  process.exit(0);
}

const folder = resolve(root, values.into);
const language = parseLanguage(values.language[0]) ?? "en";
const query = new URLSearchParams({ language, province: values.province });
for (const [name, ids] of Object.entries({ brand: values.brand, in: values.language, area: values.part }))
  for (const value of ids) query.append(name, value);
for (const name of ["width", "scheme"] as const) for (const value of values[name]) query.append(name, value);

const { port, end } = await startProduct();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  const origin = `http://localhost:${port}`;
  const read = async (path: string) => (await fetch(`${origin}${path}`)).text();
  const pictures: GalleryPicture[] = JSON.parse(await read(`/demo/gallery.json?${query}`));
  if (pictures.length === 0 || pictures.length > mostPictures) {
    console.error(`These options select ${pictures.length} pictures; select 1 to ${mostPictures}. See --help.`);
    process.exitCode = 1;
  } else {
    console.log(`${pictures.length} pictures into ${folder}`);
    for (const name of ["pictures", "index.html"]) rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const taken = await takePictures({ origin, folder, pictures, report: (line) => console.log(line) });
    const sheets = [`/brand/${sampleBrandId}/tokens.css`, "/demo/brands.css", "/demo/guide.css", "/demo/gallery.css"];
    const font = Buffer.from(await (await fetch(`${origin}${fontPath}`)).arrayBuffer()).toString("base64");
    const css = (await Promise.all(sheets.map(read))).join("\n").replaceAll(fontPath, `data:font/woff2;base64,${font}`);
    const page = savedGalleryPage({ pictures: taken, css, language, savedAt: new Date() });
    writeFileSync(join(folder, "index.html"), String(page));
    console.log(join(folder, "index.html"));
  }
} finally {
  await end();
}
