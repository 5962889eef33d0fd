import figtree from "./fonts/figtree-latin-variable.woff2?url";
import sourceSerif from "./fonts/source-serif-latin-600.woff2?url";

/** Families the portal serves itself, by the name a brand's tokens.css gives them: those it names are fetched with the page. */
export const fontFiles = { Figtree: figtree, "Source Serif": sourceSerif } as const;

export type FontFamily = keyof typeof fontFiles;
export const fontFamilies = Object.keys(fontFiles) as FontFamily[];
