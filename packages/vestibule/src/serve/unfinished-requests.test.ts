import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { production, settingsOf } from "../settings/test/test-settings.ts";
import { gracefulShutdown } from "./graceful-shutdown.ts";
import { createLocalBackend } from "./local-backend.ts";
import { readiness } from "./readiness.route.ts";
import { appBrands, openApp } from "./test/open-app.ts";

const serviceCredential = "a-credential-of-the-insurers-own-systems-1";

const log = (lines: string[]) => jsonLog({ level: "info", sink: { write: (line) => void lines.push(line) } });

async function openBackend(lines: string[]) {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const settings = settingsOf({ ...production, DATABASE_URL: database.url, SERVICE_CREDENTIALS: serviceCredential });
  const backend = createLocalBackend({
    settings,
    brands: appBrands,
    log: log(lines),
    metrics: serverMetrics("test"),
    folder: { path: "/nowhere", lifetime: "kept" },
  });
  await backend.open();
  return { backend, database };
}

test("F-22 responds to a system that waits for the next event when the server stops", async () => {
  const lines: string[] = [];
  const { backend } = await openBackend(lines);
  const send = openApp({ api: backend.api });
  const headers = { authorization: `Bearer ${serviceCredential}` };
  const waiting = send("/internal/v1/events?wait=20", { headers });
  const ready = readiness(backend.checkConnection);
  await gracefulShutdown({ ready, servers: () => [], backend, mode: "production", log: log(lines) });
  const response = await waiting;
  expect([response.status, await response.json()]).toEqual([200, { events: [], next: expect.any(String) }]);
  expect(lines.filter((line) => /fault|timeout/.test(line))).toEqual([]);
});

test("F-22 finishes sign-ins whose clients have disconnected and counts them before the database is closed", async () => {
  const lines: string[] = [];
  const { backend, database } = await openBackend(lines);
  let started = 0;
  const handler: typeof backend.gateway.handler = {
    fetch: (request, environment) => {
      started += 1;
      return backend.gateway.handler.fetch(request, environment);
    },
  };
  const send = openApp({ api: backend.api, gateway: { ...backend.gateway, handler } });
  const signIns = Array.from({ length: 2 }, (_, nth) => {
    const body = new URLSearchParams({ username: `nobody${nth}@courrier.example`, password: "Not-The-One-1" });
    body.set("login-form-type", "pwd");
    return send("/pkmslogin.form", { method: "POST", body, headers: { origin: "http://belair.localhost:3000" } });
  });
  await vi.waitFor(() => expect(started).toBe(2), { timeout: 20_000 });
  await backend.stop();
  const locations = (await Promise.all(signIns)).map(({ headers }) => headers.get("location"));
  for (const location of locations) expect(location).toContain(gatewayResults.invalidCredentials.code);
  expect(lines.filter((line) => line.includes("fault"))).toEqual([]);
  const { rows } = await database.pool.query(
    "select count(*)::int as failures from audit_event where event = 'sign-in.refused'",
  );
  expect(rows).toEqual([{ failures: 2 }]);
});
