import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// An empty module for each route without a page keeps React Router from requesting one.
for (const { id, hasDefaultExport } of Object.values(window.__reactRouterManifest?.routes ?? {}))
  if (!hasDefaultExport) window.__reactRouterRouteModules[id] ??= {};

/** An older browser keeps the pages without JavaScript; with it, a missing function would replace them by an error. */
const isSupported = [Array.prototype, String.prototype].every((prototype) => "at" in prototype) && "hasOwn" in Object;

if (isSupported)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
