import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that start processes take the longest, so none of them should be the last one to run. */
const longFiles = /\/(vestibule|demo)\/test\/|\/(documented-commands|embedded-postgres|lost-database)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(longFiles.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => isLong(other) - isLong(one));
  }
}

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
    sequence: { sequencer: LongFilesFirst },
    // Long enough on a machine that is busy: a test measures no time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
