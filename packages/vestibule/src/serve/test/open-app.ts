import { ipNetworks } from "@vestibule/api/platform/host-reach.rule.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { readSettings } from "../../settings/settings.rule.ts";
import { type AppHandlers, buildApp } from "../app.route.ts";
import { openBrands } from "../open-brands.ts";
import { readiness } from "../readiness.route.ts";

const read = readSettings({ SECOND_FACTOR: "never" });
if (read.kind === "invalid") throw new Error("the defaults are invalid");
export const appBrands = await openBrands(read.settings);

/** A handler that returns the request it received. */
export const mirror = {
  fetch: async (request: Request) =>
    Response.json({
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? "" : await request.text(),
    }),
};

interface OpenApp extends Partial<AppHandlers> {
  lines?: string[];
}

/** An app over mirroring handlers. */
export function buildTestApp({ lines = [], ...handlers }: OpenApp = {}) {
  return buildApp({
    brands: appBrands,
    trusted: ipNetworks(["10.0.0.0/8"]),
    readiness: readiness(async () => {}),
    log: jsonLog({ level: "info", sink: { write: (line) => void lines.push(line) } }),
    metrics: serverMetrics("test"),
    build: "built",
    api: mirror,
    web: { handler: async (request) => mirror.fetch(request), clientFolder: "/nowhere" },
    ...handlers,
  });
}

/** A function to call a test app: by default from an external client IP at the first brand. */
export function openApp(options: OpenApp = {}) {
  const app = buildTestApp(options);
  return (path: string, init: RequestInit & { from?: string; host?: string } = {}) => {
    const headers = new Headers(init.headers);
    headers.set("host", init.host ?? "belair.localhost:3000");
    const incoming = { socket: { remoteAddress: init.from ?? "203.0.113.5" } };
    return app.request(path, { ...init, headers }, { incoming });
  };
}
