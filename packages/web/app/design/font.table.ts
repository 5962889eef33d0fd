import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import figtree from "./fonts/figtree-latin-variable.woff2?url";
import sourceSerif from "./fonts/source-serif-latin-600.woff2?url";

/** Self-hosted font families by the name used in a brand's tokens.css; the ones it names are loaded. */
export const fontFiles = { Figtree: figtree, "Source Serif": sourceSerif } as const;

export const fontFamilies = idsOf(fontFiles);
