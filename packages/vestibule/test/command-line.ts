import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { readSettings, type ServerPart } from "../src/settings/settings.rule.ts";
import { startCommand, temporaryFolder } from "./spawned-server.ts";

export const sampleBook = resolve(import.meta.dirname, "../../demo/sample/book.csv");

interface CommandResult {
  code: number;
  output: string;
  complaint: string;
}

/** Runs commands in this process, since a start of one takes as long as twenty of these. Reads no environment. */
export function useCommands() {
  let environment: Record<string, string> = {};
  let runCommand: (argv: readonly string[]) => Promise<number>;
  beforeAll(async () => {
    // The real module reads the process's environment once, when it is loaded.
    vi.doMock("../src/settings/environment.ts", () => ({
      settingsOfEnvironment: (part?: ServerPart) => readSettings(environment, part),
      settingText: (name: string) => environment[name],
    }));
    vi.resetModules();
    ({ runCommand } = await import("../src/command-line/run-command.ts"));
  });
  afterAll(() => {
    vi.doUnmock("../src/settings/environment.ts");
    vi.resetModules();
  });

  return async (words: readonly string[], variables: Record<string, string>): Promise<CommandResult> => {
    environment = variables;
    const result: CommandResult = { code: 0, output: "", complaint: "" };
    const capture = (stream: NodeJS.WriteStream, name: "output" | "complaint") =>
      vi.spyOn(stream, "write").mockImplementation((text) => {
        result[name] += text;
        return true;
      });
    const spies = [capture(process.stdout, "output"), capture(process.stderr, "complaint")];
    try {
      result.code = await runCommand(["node", "vestibule", ...words]);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    return result;
  };
}

/** Runs commands as an operator does, each test with a new folder and database. */
export function useCommandLine() {
  const context = {} as { folder: ReturnType<typeof temporaryFolder>; database: TestDatabase };
  const run = useCommands();
  beforeEach(async () => {
    context.folder = temporaryFolder();
    context.database = await testDatabase();
  });
  afterEach(async () => {
    await context.database.close();
    context.folder.remove();
  });
  const settings = (environment: Record<string, string>) => ({
    DATA_DIR: context.folder.path,
    DEMO: "1",
    DATABASE_URL: context.database.url,
    ...environment,
  });

  /** Starts a process. */
  const startVestibule = (words: readonly string[], environment: Record<string, string> = {}) =>
    startCommand(words, settings(environment));

  /** Runs in this process; `output` includes the error output. */
  async function vestibule(words: readonly string[], environment: Record<string, string> = {}) {
    const { code, output, complaint } = await run(words, settings(environment));
    return { code, output: output + complaint };
  }

  return { own: context, startVestibule, vestibule };
}
