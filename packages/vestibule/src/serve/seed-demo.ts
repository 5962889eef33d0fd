import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { BrandPreview } from "../brands/brand-preview.ts";
import { demoRoutes } from "../demo/demo.route.ts";
import { type DemoBook, loadDemo, resetDemo } from "../demo/load-demo.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { demoAgents } from "./agent-desk.ts";
import type { AssembledApi } from "./assemble-api.ts";
import type { Handler } from "./handler.ts";
import { StartupError } from "./startup-error.ts";

/** Imports the demo's book and accounts and builds the handlers under /demo. */
export async function seedDemo(testApi: {
  settings: Settings;
  url: string;
  assembled: AssembledApi;
  preview: BrandPreview | undefined;
}): Promise<Handler> {
  const { settings, url, assembled, preview } = testApi;
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
