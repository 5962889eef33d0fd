const preload = /<link rel="modulepreload"([^>]*) nonce="[^"]*"/g;
const moduleScript = '" type="module" async="">';

/** Loads the modules after the first paint. Removes itself, because hydration expects a document without it. */
const loadModules = `requestAnimationFrame(() => setTimeout(() => {
  const late = document.querySelector("script[type=late-module]");
  for (const link of document.querySelectorAll("link[rel=late-module]")) {
    link.nonce = late.nonce;
    link.rel = "modulepreload";
  }
  const script = document.createElement("script");
  script.type = "module";
  script.nonce = late.nonce;
  script.text = late.text;
  late.replaceWith(script);
}));
document.currentScript.remove();`;

/**
 * Delays the modules of a page until after the first paint, which their preloads in the head would slow down. Returns
 * the page unchanged if it does not contain them in the form that React Router renders.
 */
export function loadModulesLate(html: string, nonce: string): string {
  if (html.search(preload) === -1 || !html.includes(moduleScript)) return html;
  return html
    .replaceAll(preload, '<link rel="late-module"$1')
    .replace(moduleScript, '" type="late-module">')
    .replace("</body>", `<script nonce="${nonce}">${loadModules}</script></body>`);
}
