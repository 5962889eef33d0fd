import { createAuditor } from "@vestibule/api/audit/audit-trail.store.ts";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { openMessageWorker } from "../../packages/vestibule/src/serve/background-jobs.adapter.ts";
import { openBrands } from "../../packages/vestibule/src/serve/open-brands.ts";
import { readSettings } from "../../packages/vestibule/src/settings/settings.rule.ts";

// A process that only sends messages, like the worker of a server. It prints `ready` once it has started.
const { DATABASE_URL: url = "" } = process.env;
const read = readSettings(process.env);
if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
const { settings } = read;
const log = jsonLog({ level: "warn", sink: { write: (line) => void process.stderr.write(line) } });
const worker = await openMessageWorker({
  url,
  settings,
  brands: await openBrands(settings),
  log,
  metrics: serverMetrics("drill"),
  auditor: createAuditor(deriveKeys(settings.secrets).audit),
});
process.once("SIGTERM", () => void worker.stop());
console.log("ready");
