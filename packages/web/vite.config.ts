import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

/** Packages that the API loads as well: a second copy in the server’s bundle would take memory twice. */
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

/** Two files that every page needs, instead of one for each module that some pages share. */
const groups = [
  { name: "framework", test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: "shared",
    // Colours are measured on one page of the digital team.
    test: /\/packages\/(catalogue|contract)\/(?!src\/brand\/(contrast|token)\b)|\/app\/(design|form|frame|gateway|i18n|roadblock)\//,
  },
];

export default defineConfig({
  plugins: [sharedOutside, reactRouter()],
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
