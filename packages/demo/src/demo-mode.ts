import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { demoStaff } from "@vestibule/vestibule/serve/agent-secrets.rule.ts";
import type { Handler } from "@vestibule/vestibule/serve/backend.ts";
import type { DemoMode, SeedDeps } from "@vestibule/vestibule/serve/demo-mode.ts";
import { StartupError } from "@vestibule/vestibule/serve/startup-error.ts";
import { demoApplication } from "./application/application-client.rule.ts";
import { demoRoutes } from "./guide.route.ts";
import { type DemoBook, loadDemo, resetDemo } from "./load-demo.ts";
import { screenHandler, standalonePageHandler } from "./screen.route.ts";

export const demoMode: DemoMode = {
  seed: seedDemo,
  application: demoApplication,
  gallery: (deps) => ({ screens: screenHandler(deps), standalonePages: standalonePageHandler(deps) }),
};

async function seedDemo({ settings, url, assembled, preview }: SeedDeps): Promise<Handler> {
  const { database, keys, hashing, brands, clock, notifier } = assembled.deps;
  const files = { bookFile: settings.demoBook, accountsFile: settings.demoAccounts };
  // A large book takes longer than the server's query timeout.
  const withoutTimeout = async <Result>(work: (demo: DemoBook) => Promise<Result>): Promise<Result> => {
    const { database: slowDatabase } = openDatabase({ url, poolSize: 2, queryTimeoutMillis: 0 });
    return work({ database: slowDatabase, keys, hashing, brands, ...files }).finally(() => slowDatabase.destroy());
  };
  const load = await withoutTimeout(loadDemo);
  if (load.kind === "refused") {
    const lines = load.errors.map(({ line, column, reason }) => `${load.file}:${line}: ${column} ${reason}`);
    throw new StartupError([
      ...lines,
      `${load.errorCount} ${load.errorCount === 1 ? "fault" : "faults"} in all; nothing of the file was kept`,
    ]);
  }
  return demoRoutes({
    database,
    brands,
    clock,
    notifier,
    links: assembled.deps,
    gateway: assembled.gateway,
    reset: () => withoutTimeout(resetDemo),
    preview,
    host: settings.host,
    staff: demoStaff(settings),
    ...files,
  });
}
