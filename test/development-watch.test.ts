import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

// Without explicit paths Node watches every file it imports, and Vite's temporary configuration restarts it endlessly.
it("restarts the development server on a change in any package but the one that Vite reloads", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { dev: string } };
  const watched = [...scripts.dev.matchAll(/--watch-path=(\S+)/g)].map(([, path]) => path);
  const packages = readdirSync(join(root, "packages")).filter((name) => name !== "web");
  expect(watched).toEqual(packages.map((name) => `packages/${name}`));
});
