import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ProxiedDatabase, proxiedDatabase } from "../../../../test/proxied-database.ts";
import { demoMode } from "../../../demo/src/demo-mode.ts";
import { production, settingsOf } from "../settings/test/test-settings.ts";
import type { Backend } from "./backend.ts";
import type { DemoMode } from "./demo-mode.ts";
import { createLocalBackend } from "./local-backend.ts";
import { asStartupError } from "./startup-error.ts";
import { appBrands } from "./test/open-app.ts";
import { startRefusingPooler } from "./test/refusing-pooler.ts";

let proxied: ProxiedDatabase;
let backend: Backend | undefined;

beforeEach(async () => {
  proxied = await proxiedDatabase();
});
afterEach(async () => {
  await backend?.stop();
  await proxied.close();
});

/** Opens a demo; `onAway` is called at each failed attempt. */
async function openDemo({ seed = demoMode.seed, onAway = () => {} }: { seed?: DemoMode["seed"]; onAway?(): void }) {
  const write = (line: string) => {
    if (line.includes("database.away")) onAway();
  };
  backend = createLocalBackend({
    settings: settingsOf({ ...production, NODE_ENV: "", DEMO: "1", DATABASE_URL: proxied.url }),
    brands: appBrands,
    log: jsonLog({ level: "info", sink: { write } }),
    metrics: serverMetrics("test"),
    folder: { path: "/nowhere", lifetime: "kept" },
    demoMode: { ...demoMode, seed },
  });
  await backend.open();
}

/** The pool's own fault, without a code. */
const late = () => Promise.reject(new Error("timeout exceeded when trying to connect"));

test("F-01 a demo becomes ready when its database responds late", async () => {
  proxied.proxy.freeze();
  await openDemo({ onAway: () => proxied.proxy.thaw() });
  expect(await backend?.checkConnection().then(() => "answered")).toBe("answered");
});

test("F-01 a demo imports its people again after the database responded late", async () => {
  let attempts = 0;
  await openDemo({
    seed: (deps) => {
      attempts += 1;
      return attempts === 1 ? late() : demoMode.seed(deps);
    },
  });
  expect(attempts).toBe(2);
});

test("F-01 a demo fails with the reason when its database keeps responding late", async () => {
  const fault = await openDemo({ seed: late }).catch((error: unknown) => asStartupError(error, { port: 3000 }));
  expect(String(fault)).toContain("DATABASE_URL: PostgreSQL does not respond (no connection)");
});

test.each([
  ["the settings of its connections", "unsupported startup parameter in options: statement_timeout", "pgbouncer=true"],
  ["its user or password", "password authentication failed", "the pooler rejects this user or password"],
  [
    "nothing, but is rejected by PostgreSQL",
    'server login has been failing, cached error: password authentication failed for user "owner"',
    "PostgreSQL rejects the user or password with which the pooler logs in there",
  ],
  ["the name of the database", "no such database: portal", "the pooler has no database of this name"],
])("production does not wait for a pooler that rejects %s", async (_what, message, sentence) => {
  backend = createLocalBackend({
    settings: settingsOf({ ...production, DATABASE_URL: await startRefusingPooler(message) }),
    brands: appBrands,
    log: jsonLog({ level: "silent" }),
    metrics: serverMetrics("test"),
    folder: { path: "/nowhere", lifetime: "kept" },
  });
  const fault = await backend.open().catch((error: unknown) => asStartupError(error, { port: 3000 }));
  expect(String(fault)).toContain(sentence);
});
