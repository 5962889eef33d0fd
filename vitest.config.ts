import { defineConfig } from "vitest/config";

/** Long enough on a machine that is busy: a test measures no time. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };
const testsOf = (folder: string) => [`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`];

export default defineConfig({
  test: {
    globalSetup: "./test/postgres.setup.ts",
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        // One process reads these modules once for all files; what a module keeps is right for every one of them.
        test: {
          ...{ name: "pages", isolate: false, ...patience },
          include: ["packages/contract", "packages/web", "packages/wording"].flatMap(testsOf),
        },
      },
      {
        // Programs and threads of their own, and what they measure of them.
        test: {
          ...{ name: "programs", ...patience },
          include: ["packages/api", "packages/vestibule", "packages/demo", "test"].flatMap(testsOf),
        },
      },
    ],
  },
});
