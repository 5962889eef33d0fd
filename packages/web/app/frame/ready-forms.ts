declare global {
  interface Window {
    __reactRouterManifest?: { routes: Readonly<Record<string, { path?: string; module: string }>> };
  }
}

/**
 * Preloads the route modules that the page's forms post to. A missing module makes React Router reload the document,
 * which fails when the connection is lost meanwhile.
 */
export function readyForms(): void {
  const wanted = new Set(Array.from(document.forms, (form) => form.getAttribute("action")?.slice(1)));
  // A failed preload is retried when the form is posted.
  for (const { path, module } of Object.values(window.__reactRouterManifest?.routes ?? {}))
    if (path && wanted.has(path)) import(/* @vite-ignore */ module).catch(() => {});
}
