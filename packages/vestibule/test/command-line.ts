import { resolve } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { startCommand, temporaryFolder } from "./spawned-server.ts";

export const sample = resolve(import.meta.dirname, "../../demo/sample/book.csv");

/** Runs commands as an operator does, each test with a new folder and database. */
export function useCommandLine() {
  const own = {} as { folder: ReturnType<typeof temporaryFolder>; database: TestDatabase };
  beforeEach(async () => {
    own.folder = temporaryFolder();
    own.database = await testDatabase();
  });
  afterEach(async () => {
    await own.database.close();
    own.folder.remove();
  });

  const startVestibule = (words: readonly string[], environment: Record<string, string> = {}) =>
    startCommand(words, { DATA_DIR: own.folder.path, DEMO: "1", DATABASE_URL: own.database.url, ...environment });

  /** `output` includes the error output. */
  async function vestibule(...command: Parameters<typeof startVestibule>) {
    const { code, output, complaint } = await startVestibule(...command).result;
    return { code, output: output + complaint };
  }

  return { own, startVestibule, vestibule };
}
