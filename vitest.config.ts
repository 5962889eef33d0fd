import { defineConfig } from "vitest/config";

export default defineConfig({
  // React's production build has no development runtime.
  oxc: { jsx: { development: false } },
  test: {
    globalSetup: "./test/postgres.setup.ts",
    setupFiles: "./packages/web/test/react.setup.ts",
    include: ["packages/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: "100%",
    // A process reads the modules once for all its files; each file has its own database.
    isolate: false,
    // Long enough on a machine that is busy: a test measures no time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
