import { createContext, use } from "react";

const id = "page-styles";

/**
 * Styles of every page, inside the document, so that the first paint waits for no other file. The server provides them.
 * The browser reads them from the document, because an error page renders the whole document again, and needs the
 * nonce, because the Content-Security-Policy blocks styles without it.
 */
const drawn = typeof document === "undefined" ? null : document.getElementById(id);
export const PageStylesContext = createContext({ css: drawn?.textContent ?? "", nonce: drawn?.nonce });

export function PageStyles() {
  const { css, nonce } = use(PageStylesContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own styles and the brand's validated colours
  return <style id={id} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}
