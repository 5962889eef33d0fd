import { gatewayRoutes } from "@vestibule/api/gateway/gateway.route.ts";
import { oidcRoutes } from "@vestibule/api/gateway/oidc.route.ts";
import type { MessageOrder } from "@vestibule/api/messages/notifier.port.ts";
import { oidcProviders } from "@vestibule/api/oidc/oidc-providers.adapter.ts";
import { Hono } from "hono";
import { parse } from "node-html-parser";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { createTestApi } from "../../../../test/test-api.ts";
import { demoApplication } from "../application/application-client.rule.ts";
import type { DemoDeps } from "../demo-deps.ts";
import { demoRoutes } from "../guide.route.ts";
import { loadDemo, resetDemo } from "../load-demo.ts";

export const demoOrigin = "http://localhost:3000";

type Sent = Pick<MessageOrder, "notification" | "channel">;
export const byText: Sent = { notification: "registrationCode", channel: "SMS" };
export const byMail: Sent = { notification: "registrationCode", channel: "EMAIL" };
export const codeFacts = { code: "123456", origin: demoOrigin, province: "qc" };

/** Everything under /demo with its sample on a new database, and functions to use it. */
export async function openDemo() {
  const testApi = closeAfterTests(await createTestApi());
  await loadDemo(testApi.deps);
  let clockReads = 0;
  const clock = {
    now: () => new Date(),
    refresh: async () => {
      clockReads += 1;
    },
  };
  const { brands, notifier } = testApi.deps;
  const providers = oidcProviders({
    ...testApi.deps,
    oidcClients: (_brand, origin) => [demoApplication.client(origin)],
    oidcResources: (_brand, origin) => [demoApplication.api(origin)],
  });
  const deps: DemoDeps = {
    database: testApi.database,
    brands,
    clock,
    notifier,
    links: testApi.deps,
    gateway: new Hono()
      .route("/", gatewayRoutes(testApi.deps))
      .route("/", oidcRoutes({ ...testApi.deps, oidcProviders: providers })),
    reset: () => resetDemo(testApi.deps),
  };
  const routes = demoRoutes(deps);
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const response = await routes.request(new URL(path, demoOrigin), { headers });
    const text = await response.text();
    return { response, text, document: parse(text) };
  };
  return {
    testApi,
    deps,
    page,
    /** How often the clock was refreshed. */
    clockReads: () => clockReads,
    send: async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      routes.request(`${demoOrigin}${path}`, {
        method: "POST",
        headers: { origin: demoOrigin, "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    /** Sends Maëlle a message. */
    notify: (facts: Record<string, string>, sent = byText) =>
      testApi.database.transaction().execute((transaction) =>
        notifier.notify(transaction, {
          ...sent,
          brandId: "belair",
          language: "fr",
          facts,
          recipient: sent.channel === "EMAIL" ? "maelle@courrier.example" : "5145550142",
        }),
      ),
    /** Sent messages, newest first. */
    outbox: async () => JSON.parse((await page("/demo/outbox.json")).text),
    /** Deletes all messages and resets the clock. */
    reset: async () => {
      await testApi.pool.query("truncate notification; update clock_offset set seconds = 0");
    },
  };
}
