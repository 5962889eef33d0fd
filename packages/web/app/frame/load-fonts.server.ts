import { fonts } from "@vestibule/catalogue/font.table.ts";
import { fontFamiliesIn } from "@vestibule/contract/brand/brand-fonts.rule.ts";
import { pageStylesId } from "./page-styles.tsx";

/**
 * Preloads the fonts. With data saver, or where a round trip takes 100 ms, it removes their rules instead: the text keeps
 * the system font and the scripts arrive sooner. Removes itself, because hydration expects a document without it.
 */
const loadOrRemove = `{
  const { saveData, rtt } = navigator.connection ?? {};
  const preloads = document.querySelector("noscript");
  const { sheet } = document.getElementById("${pageStylesId}");
  if (saveData || rtt >= 100) {
    for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1)
      if (sheet.cssRules[index] instanceof CSSFontFaceRule) sheet.deleteRule(index);
    preloads.remove();
  } else preloads.outerHTML = preloads.textContent;
  document.currentScript.remove();
}`;

/** Adds the fonts of a brand to the head of its page, for browsers with and without scripts. */
export function loadFonts(html: string, { tokensCss, nonce }: { tokensCss: string; nonce: string }): string {
  const preloads = fontFamiliesIn(tokensCss).map(
    (family) => `<link rel="preload" as="font" type="font/woff2" href="${fonts[family].url}" crossorigin>`,
  );
  if (preloads.length === 0) return html;
  return html.replace(
    "</head>",
    `<noscript>${preloads.join("")}</noscript><script nonce="${nonce}">${loadOrRemove}</script></head>`,
  );
}
