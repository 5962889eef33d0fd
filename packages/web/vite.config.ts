import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { trimmedRouter } from "./trimmed-router.ts";

/** Packages that the API loads as well: a copy of their own in the server’s bundle would take memory twice. */
const sharedPackages = /^@vestibule\/(catalogue|contract|wording)\//;

const sharedOutside: Plugin = {
  name: "shared-packages-outside",
  enforce: "pre",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  resolveId: (id) => (sharedPackages.test(id) ? { id, external: true } : undefined),
};

// React Router empties modules named *.client on the server, where the contract's API clients run: Node loads those
// itself, in a build with all of the contract.
const contract = fileURLToPath(new URL("../contract/src/", import.meta.url));
const clients = globSync("**/*.client.ts", { cwd: contract }).map((path) => `@vestibule/contract/${path}`);

const portal = fileURLToPath(new URL("./app/", import.meta.url));
/** The pages that are opened first, and what their file is called: it has what they need of the portal itself. */
const firstPages = {
  app: ["root.tsx", "flows/login/login.screen.tsx"],
  start: ["account-type/account-type", "identification/identification", "policy-number/identification"].map(
    (page) => `flows/registration/${page}.route.tsx`,
  ),
};

/** In this order, for a group takes what its modules import. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { debugName: "app", name: (id, graph) => nameIfNeeded(id, "app", graph) },
  { name: "form", test: /^(?!.*\/app\/(flows\/|roadblock\/.*\.tsx|entry\.)).*\.tsx?$/ },
  { debugName: "start", name: (id, graph) => nameIfNeeded(id, "start", graph) },
  { name: "roadblock", test: /\/app\/roadblock\/.*\.tsx$/ },
  { name: "registration", test: /\/registration\/(?!policy-number\/).*\.tsx?$/ },
  // The login page loads it at the first sign of use, without the account's screens, which share it.
  { name: "passkey", test: /\/(@simplewebauthn\/browser\/|ask-passkey\.ts)/ },
  { debugName: "flow", name: (id) => /\/app\/flows\/(?:registration\/)?([\w-]+)\/.*\.tsx?$/.exec(id)?.[1] ?? null },
];

/** The name of the file, where one of its first pages imports the module. */
function nameIfNeeded(id: string, name: keyof typeof firstPages, graph: Rolldown.ChunkingContext): string | null {
  const importers = new Set([id.replace(/(root\.tsx)\?.*/, "$1")]);
  for (const module of importers)
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) importers.add(importer);
  return firstPages[name].some((file) => importers.has(portal + file)) ? name : null;
}

/** Lets the root's file hold what other files import: it is loaded first in any case. */
const sharedRoot: Plugin = {
  name: "shared-root",
  config: () => ({
    environments: { client: { build: { rolldownOptions: { preserveEntrySignatures: "allow-extension" } } } },
  }),
};

/** Imports a module on demand without the preloads of its imports and styles, which none here has of its own. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  apply: "build",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
};

export default defineConfig({
  plugins: [sharedOutside, reactRouter(), sharedRoot, trimmedRouter, plainImports],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // One character beyond Latin-1, in a comment too, doubles the memory of the whole text.
    ssr: {
      build: {
        rolldownOptions: {
          output: {
            comments: false,
            minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
          },
        },
      },
    },
  },
  build: { target: "es2022", cssMinify: true, assetsInlineLimit: 0 },
  ssr: { external: clients },
  server: { middlewareMode: true },
});
