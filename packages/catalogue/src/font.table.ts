import { idsOf } from "./ids-of.ts";

/**
 * Self-hosted font families, by the name that a brand's tokens.css uses; subset to the letters of French and English.
 * A file is cached for good, so its name ends with the start of its SHA-256 hash.
 */
export const fonts = {
  Figtree: { url: "/assets/figtree-latin-variable-2e0fbad4.woff2", weight: "400 700" },
  "Source Serif": { url: "/assets/source-serif-latin-600-2eeb3abf.woff2", weight: "600" },
} as const satisfies Record<string, { url: string; weight: string }>;
export type FontFamily = keyof typeof fonts;
export const fontFamilies = idsOf(fonts);
