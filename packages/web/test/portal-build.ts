import { type ServerBuild, UNSAFE_withComponentProps, UNSAFE_withErrorBoundaryProps } from "react-router";
import * as entry from "../app/entry.server.tsx";
import * as root from "../app/root.tsx";
import routes from "../app/routes.ts";

/** The portal's routes as a server build: pages are fully rendered, without client code. */
export async function portalBuild(): Promise<ServerBuild> {
  const modules = await Promise.all(
    routes.map(async ({ id, path, file }) => {
      const module = await import(/* @vite-ignore */ new URL(`../app/${file}`, import.meta.url).pathname);
      return { id: id ?? file, path, module: withProps(module) };
    }),
  );
  const children = modules.map(({ id, path, module }) => [id, { id, parentId: "root", path, module }] as const);
  const served = { root: { id: "root", path: "", module: withProps(root) }, ...Object.fromEntries(children) };
  return {
    entry: { module: entry },
    routes: served as unknown as ServerBuild["routes"],
    publicPath: "/",
    assetsBuildDirectory: "",
    ssr: true,
    isSpaMode: false,
    prerender: [],
    future: {} as ServerBuild["future"],
    routeDiscovery: { mode: "initial", manifestPath: "/manifest" },
    assets: {
      version: "test",
      url: "/manifest.js",
      entry: { module: "/entry.js", imports: [] },
      routes: Object.fromEntries(
        Object.entries(served).map(([id, { path, module }]) => [id, assetOf({ id, path, module })]),
      ) as ServerBuild["assets"]["routes"],
    },
  };
}

/** A build passes loader and action data to a screen as props. */
function withProps(module: { default?: unknown; ErrorBoundary?: unknown }) {
  return {
    ...module,
    ...(module.default !== undefined && { default: UNSAFE_withComponentProps(module.default as never) }),
    ...(module.ErrorBoundary !== undefined && {
      ErrorBoundary: UNSAFE_withErrorBoundaryProps(module.ErrorBoundary as never),
    }),
  };
}

function assetOf({ id, path, module }: { id: string; path: string | undefined; module: object }) {
  return {
    id,
    path,
    module: `/${id}.js`,
    ...(id === "root" ? {} : { parentId: "root" }),
    hasLoader: "loader" in module,
    hasAction: "action" in module,
    hasErrorBoundary: "ErrorBoundary" in module,
    hasClientLoader: false,
    hasClientAction: false,
    hasClientMiddleware: false,
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  };
}
