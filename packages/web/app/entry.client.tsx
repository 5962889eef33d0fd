import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// A route without a page has an empty module: React Router then makes no request for it.
for (const { id, hasDefaultExport } of Object.values(window.__reactRouterManifest?.routes ?? {}))
  if (!hasDefaultExport) window.__reactRouterRouteModules[id] ??= {};

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
