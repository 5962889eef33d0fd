import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { demoAgents } from "@vestibule/vestibule/serve/agent-secrets.rule.ts";
import type { Handler } from "@vestibule/vestibule/serve/backend.ts";
import type { SeedDeps } from "@vestibule/vestibule/serve/demo-mode.ts";
import { StartupError } from "@vestibule/vestibule/serve/startup-error.ts";
import { demoRoutes } from "./demo.route.ts";
import { type DemoBook, loadDemo, resetDemo } from "./load-demo.ts";

/** Imports the demo's book and accounts and builds the handlers under /demo. */
export async function seedDemo({ settings, url, assembled, preview }: SeedDeps): Promise<Handler> {
  const { database, keys, hashing, brands, clock, notifier } = assembled.deps;
  const files = { bookFile: settings.demoBook, accountsFile: settings.demoAccounts };
  // A large book takes longer than the server's query timeout.
  const withPatience = async <Result>(work: (demo: DemoBook) => Promise<Result>): Promise<Result> => {
    const { database: patient } = openDatabase({ url, poolSize: 2, queryTimeoutMillis: 0 });
    return work({ database: patient, keys, hashing, brands, ...files }).finally(() => patient.destroy());
  };
  const load = await withPatience(loadDemo);
  if (load.kind === "refused") {
    const lines = load.faults.map(({ line, column, reason }) => `${load.file}:${line}: ${column} ${reason}`);
    throw new StartupError([
      ...lines,
      `${load.faultCount} ${load.faultCount === 1 ? "fault" : "faults"} in all; nothing of the file was kept`,
    ]);
  }
  return demoRoutes({
    database,
    brands,
    clock,
    notifier,
    links: assembled.deps,
    reset: () => withPatience(resetDemo),
    preview,
    agentIds: Object.keys(demoAgents(settings)),
    ...files,
  });
}
