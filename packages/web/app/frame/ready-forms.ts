declare global {
  interface Window {
    __reactRouterManifest?: { routes: Readonly<Record<string, { path?: string; module: string }>> };
  }
}

/**
 * Fetches, with the page, what its forms need to be posted. Where that is missing the framework loads the page anew, and
 * a connection that broke meanwhile would leave the browser's own page in its place.
 */
export function readyForms(): void {
  const wanted = new Set(Array.from(document.forms, (form) => form.getAttribute("action")?.slice(1)));
  // A fetch that does not come is tried again when the form is posted.
  for (const { path, module } of Object.values(window.__reactRouterManifest?.routes ?? {}))
    if (path && wanted.has(path)) import(/* @vite-ignore */ module).catch(() => {});
}
