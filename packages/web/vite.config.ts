import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

// The framework empties modules named *.client on the server, where the contract's clients run: Node loads those itself.
const contract = fileURLToPath(new URL("../contract/src/", import.meta.url));
const clients = globSync("**/*.client.ts", { cwd: contract }).map((path) => `@vestibule/contract/${path}`);

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: "es2022", cssMinify: true, assetsInlineLimit: 0 },
  ssr: { external: clients },
  server: { middlewareMode: true },
});
