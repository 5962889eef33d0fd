import { type FontFamily, fontFamilies, fonts } from "@vestibule/catalogue/font.table.ts";

/** Self-hosted families that the tokens of a brand name. */
export function fontFamiliesIn(tokensCss: string): FontFamily[] {
  return fontFamilies.filter((family) => tokensCss.includes(family));
}

/**
 * Rules that load font families. With `optional`, a page that would have to wait for a font keeps the system font, which
 * avoids layout shift.
 */
export function fontFaces(families: readonly FontFamily[], display: "optional" | "swap" = "optional"): string {
  return families
    .map((family) => {
      const { url, weight } = fonts[family];
      return `@font-face{font-family:"${family}";src:url("${url}")format("woff2");font-weight:${weight};font-display:${display}}`;
    })
    .join("");
}
