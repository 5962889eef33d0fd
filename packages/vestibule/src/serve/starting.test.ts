import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { linkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { expect, test } from "vitest";
import { readSettings } from "../settings/settings.rule.ts";
import { createLocalBackend } from "./local-backend.ts";
import { brands, openApp } from "./test/open-app.ts";

const read = readSettings({});
if (read.kind === "invalid") throw new Error("the defaults are invalid");
const log = jsonLog({ level: "info", sink: { write: () => {} } });

/** A server that waits for its database. */
const back = createLocalBackend({
  settings: { ...read.settings, mode: "production" },
  brands,
  log,
  metrics: serverMetrics("test"),
  folder: { path: "/nowhere", lifetime: "kept" },
});
const ask = openApp({ api: back.api, gateway: back.gateway });

test.each([
  ["/pkmslogin.form", "POST"],
  ["/pkmslogout", "GET"],
  ["/account", "GET"],
])("F-01 while it starts, %s returns a bilingual page with the telephone number to people", async (path, method) => {
  const answer = await ask(path, { method });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(answer.headers.get("content-type")).toContain("text/html");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await answer.text()).toMatch(
    /lang="fr-CA".*Réessayez dans quelques minutes\..*href="tel:\+1.*Call us at 1-8/s,
  );
});

test.each([
  ["/api/v1/welcome", { errorCode: 1503 }],
  ["/api/v2/registration", { error: "UNAVAILABLE" }],
  ["/account/v1/profile", { errorCode: 1503 }],
  ["/chat-app/api/v1/availabilities", { errorCode: 1503 }],
  ["/internal/v1/metrics", { errorCode: 1503 }],
  ["/account.data", { errorCode: 1503 }],
])("F-01 while it starts, %s returns an API error to programs", async (path, code) => {
  const answer = await ask(path);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await answer.json()).toEqual({ ...code, message: "the service is starting" });
});

test("F-01 the portal's client reads the response of a starting server as unavailable", async () => {
  const fetch = async (request: Request) => back.api.fetch(request);
  const reply = await createClient(linkEndpoints, { baseUrl: "http://api.invalid", fetch }).read(
    { apiKey: "belair", province: "qc", language: "fr" },
    "x",
  );
  expect(reply).toEqual({
    kind: "error",
    status: 503,
    error: { errorCode: 1503, message: "the service is starting" },
    retryAfterSeconds: 5,
  });
});
