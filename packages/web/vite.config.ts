import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

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

/** Every page needs the whole framework: one file is 2 kB smaller (compressed) than three. */
const framework = { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\// };
/**
 * Modules shared by most pages, the login page included; the registration group follows. Fewer files also mean fewer
 * names in the manifest.
 */
const form = {
  name: "form",
  test: /app\/(form\/(screen-form|field|text-field|email-field)|design\/(text|notice|icon|ready)|visit\/(texts|page-title)|gateway\/(gateway-form|hand-off-page)|frame\/(help-panel|reference-number|telephone|telephone-notes|chat-link|open-chat|opening))\.tsx?$/,
};
const registration = { name: "registration", test: /app\/flows\/registration\/(policy-number\/)?(parts|flow)\// };

export default defineConfig({
  plugins: [clientsOutside, reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [framework, form, registration] } } } } },
  },
  build: { target: "es2022", cssMinify: true, assetsInlineLimit: 0 },
  ssr: { external: clients },
  server: { middlewareMode: true },
});
