/** Writes which sentences each screen of the built portal shows, for the pages of the digital team. */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { loadBrands } from "../packages/vestibule/src/brands/brand-loader.adapter.ts";
import { findScreenSentences } from "../packages/vestibule/src/screens/screen-sentences.ts";
import { builtPortal, screenSentencesFile } from "../packages/vestibule/src/serve/assemble-web.ts";
import { builtInBrands } from "../packages/vestibule/src/serve/open-brands.ts";
import { buildWeb } from "../packages/web/src/build-web.ts";

const loaded = await loadBrands({ directories: [builtInBrands], defaultBrand: undefined, mode: "demo" });
if (loaded.kind === "invalid") throw new Error(JSON.stringify(loaded.faults));
const key = randomBytes(32);
const web = buildWeb({
  build: await builtPortal(),
  brands: loaded.book,
  clock: { now: () => new Date() },
  mode: "production",
  cookieKeys: { newest: key, all: [key] },
  api: { fetch: () => Promise.reject(new Error("a picture calls no API")) },
  countLinkSource: () => {},
  reportFault: (fault) => {
    throw fault;
  },
});
writeFileSync(screenSentencesFile, JSON.stringify(await findScreenSentences(web, loaded.book)));
