import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type ServerBuild, UNSAFE_withComponentProps, UNSAFE_withErrorBoundaryProps } from "react-router";
import * as entry from "../app/entry.server.tsx";
import * as root from "../app/root.tsx";
import routes from "../app/routes.ts";

/** The portal's routes as a server build: pages are fully rendered, without client code. */
export async function portalBuild(): Promise<ServerBuild> {
  const served: Record<string, ServedRoute> = Object.fromEntries([
    ["root", { id: "root", path: "", module: withProps(root) }],
    ...(await servedRoutes(routes, "root")).map((route) => [route.id, route]),
  ]);
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
        Object.entries(served).map(([id, route]) => [id, assetOf(route)]),
      ) as ServerBuild["assets"]["routes"],
    },
  };
}

interface ServedRoute {
  id: string;
  parentId?: string;
  path: string | undefined;
  module: object;
}

/** Routes with those below them. */
async function servedRoutes(entries: readonly RouteConfigEntry[], parentId: string): Promise<ServedRoute[]> {
  const served = entries.map(async ({ id: given, path, file, children = [] }) => {
    const id = given ?? file;
    const module = await import(/* @vite-ignore */ new URL(`../app/${file}`, import.meta.url).pathname);
    return [{ id, parentId, path, module: withProps(module) }, ...(await servedRoutes(children, id))];
  });
  return (await Promise.all(served)).flat();
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

function assetOf({ id, parentId, path, module }: ServedRoute) {
  return {
    id,
    path,
    module: `/${id}.js`,
    ...(parentId !== undefined && { parentId }),
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
