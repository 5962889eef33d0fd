import { createContext, use } from "react";

export const pageStylesId = "page-styles";

/**
 * Styles of every page, inside the document, so that the first paint waits for no other file. The server provides them.
 * The browser reads them from the document, because an error page renders the whole document again, and needs the
 * nonce, because the Content-Security-Policy blocks styles without it.
 */
const drawn = typeof document === "undefined" ? null : document.getElementById(pageStylesId);
export const PageStylesContext = createContext({ css: drawn?.textContent ?? "", nonce: drawn?.nonce });

export function PageStyles() {
  const { css, nonce } = use(PageStylesContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own styles and the brand's validated colours
  return <style id={pageStylesId} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}
