import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin, type Rolldown } from "vite";

// React Router empties modules named *.client on the server, where the contract's API clients run: Node loads those
// itself. A build excludes them by plugin, the development server by `ssr.external`.
const contract = fileURLToPath(new URL("../contract/src/", import.meta.url));
const clients = globSync("**/*.client.ts", { cwd: contract }).map((path) => `@vestibule/contract/${path}`);

const clientsOutside: Plugin = {
  name: "contract-clients-outside",
  enforce: "pre",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  resolveId: (id) => (clients.includes(id) ? { id, external: true } : undefined),
};

const portal = fileURLToPath(new URL("./app/", import.meta.url));
const firstPage = ["root.tsx", "flows/login/login.screen.tsx"].map((file) => portal + file);

/** In this order, for a group takes what its modules import: `app` is what the first page needs of the portal itself. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { debugName: "app", name: (id, graph) => (isNeededByFirstPage(id, graph) ? "app" : null) },
  { name: "form", test: /^(?!.*\/app\/(flows\/|roadblock\/.*\.tsx|entry\.)).*\.tsx?$/ },
  { name: "roadblock", test: /\/app\/roadblock\/.*\.tsx$/ },
  { name: "registration", test: /\/registration\/(?!policy-number\/).*\.tsx?$/ },
  { debugName: "flow", name: (id) => /\/app\/flows\/(?:registration\/)?([\w-]+)\/.*\.tsx?$/.exec(id)?.[1] ?? null },
];

function isNeededByFirstPage(id: string, graph: Rolldown.ChunkingContext): boolean {
  const importers = new Set([id]);
  for (const module of importers)
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) importers.add(importer);
  return id.startsWith(`${portal}root.tsx`) || firstPage.some((file) => importers.has(file));
}

/** Lets the root's file hold what other files import: it is loaded first in any case. */
const sharedRoot: Plugin = {
  name: "shared-root",
  config: () => ({
    environments: { client: { build: { rolldownOptions: { preserveEntrySignatures: "allow-extension" } } } },
  }),
};

export default defineConfig({
  plugins: [clientsOutside, reactRouter(), sharedRoot],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
  build: { target: "es2022", cssMinify: true, assetsInlineLimit: 0 },
  ssr: { external: clients },
  server: { middlewareMode: true },
});
