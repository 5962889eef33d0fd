const preload = /<link rel="modulepreload"([^>]*) nonce="[^"]*"/g;
const moduleScript = '" type="module" async="">';

/** Runs after the first paint; removes itself, for the browser's copy of the page does not have it. */
const loadModules = `requestAnimationFrame(()=>setTimeout(()=>{
const late=document.querySelector("script[type=late-module]"),script=document.createElement("script");
for(const link of document.querySelectorAll("link[rel=late-module]"))link.nonce=late.nonce,link.rel="modulepreload";
script.type="module";script.nonce=late.nonce;script.text=late.text;late.replaceWith(script)
}));document.currentScript.remove()`.replaceAll("\n", "");

/**
 * React Router preloads its modules from the head, where they take connection and processor from the first paint. Here
 * the browser requests them after it. Where React Router renders them otherwise, they load as before.
 */
export function loadModulesLate(html: string, nonce: string): string {
  if (html.search(preload) === -1 || !html.includes(moduleScript)) return html;
  return html
    .replaceAll(preload, '<link rel="late-module"$1')
    .replace(moduleScript, '" type="late-module">')
    .replace("</body>", `<script nonce="${nonce}">${loadModules}</script></body>`);
}
