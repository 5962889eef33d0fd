import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import { signedInPage } from "@vestibule/api/gateway/signed-in-page.message.ts";
import { ipNetworks } from "@vestibule/api/platform/host-reach.rule.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import { type ServerMetrics, serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { DevServer } from "@vestibule/web/develop-web.ts";
import packageJson from "../../package.json" with { type: "json" };
import type { BrandPreview } from "../brands/brand-preview.ts";
import { publishedBrands } from "../brands/published-brands.ts";
import { loadOrCreateSecrets } from "../settings/persisted-secrets.adapter.ts";
import type { ServerPart, Settings } from "../settings/settings.rule.ts";
import { type AppHandlers, buildApp } from "./app.route.ts";
import { assembleWeb, builtPortal, clientFolder, pagePaths } from "./assemble-web.ts";
import type { Backend } from "./backend.ts";
import { type Job, startBrandJob } from "./background-jobs.adapter.ts";
import type { DemoMode } from "./demo-mode.ts";
import { watchEventLoop } from "./event-loop.guard.ts";
import { gracefulShutdown, stopWithin } from "./graceful-shutdown.ts";
import { type HttpServer, type ListenOptions, listen } from "./http-server.adapter.ts";
import { createLocalBackend } from "./local-backend.ts";
import { brandSources, openBrands } from "./open-brands.ts";
import { type Readiness, readiness } from "./readiness.route.ts";
import { createRemoteBackend } from "./remote-backend.client.ts";
import { dataFolder } from "./server-database.adapter.ts";
import { StartupError } from "./startup-error.ts";

export interface ServerOptions {
  settings: Settings;
  part: ServerPart;
  site?: GatewaySite | undefined;
  /** In development, the bundler that replaces the built portal. */
  devServer?: DevServer | undefined;
  /** Draft brands that replace the configured ones. */
  preview?: BrandPreview | undefined;
}

export interface OpenServer {
  brands: BrandBook;
  /** Includes the secrets that demo mode generated. */
  settings: Settings;
  /**
   * Resolves when the server is ready and listens. Rejects if it can never be, such as with the database of a newer
   * version.
   */
  opened: Promise<ServerPorts>;
  /** Fails the readiness check at once, lets running requests finish, then closes the backend. */
  stop(): Promise<void>;
}

export interface ServerPorts {
  port: number;
  /** Port of `/internal`, `/agent` and `/team`, where it is a separate one. */
  internalPort: number | undefined;
}

const { version } = packageJson;
/** Time to send the last spans to the collector. */
const tracesStopTimeoutMillis = 3000;

const hasOwnHost = ({ origin, hosts }: Brand) => origin !== undefined || hosts.length > 0;

/**
 * Opens one server, which listens only once it is ready: a proxy cannot repeat a form that was answered with 503. Throws
 * StartupError for faults that an operator can fix.
 */
export async function openServer({
  settings: configured,
  part,
  site,
  devServer,
  preview,
}: ServerOptions): Promise<OpenServer> {
  const log = jsonLog({ level: configured.logLevel });
  const metrics = serverMetrics(version);
  metrics.addProcess();
  const tracing =
    configured.traces && (await import("./tracing.adapter.ts")).startTracing({ ...configured.traces, version, log });
  const folders = preview?.book ?? (await openBrands(configured));
  const published = publishedBrands({ folders, sources: brandSources(configured), log });
  const { book: brands } = published;
  const folder = await dataFolder(configured.dataDir);
  const settings = await loadOrCreateSecrets(configured, folder.path);
  const { apiUrl, mode, port } = settings;
  const internalPort = part === "gateway" ? undefined : settings.internalPort;

  const demoMode = mode === "demo" ? await loadDemoMode() : undefined;
  const backend =
    part === "web" && apiUrl !== undefined
      ? createRemoteBackend(apiUrl, { log, serviceCredential: settings.serviceCredentials[0] })
      : createLocalBackend({ settings, brands, log, metrics, folder, site, demoMode, preview });
  let loop: ReturnType<typeof watchEventLoop> | undefined;
  const ready = readiness(backend.checkConnection, () => loop?.isBehind() ?? false);
  metrics.addSources({ isReady: ready.isReady });
  const deps = { settings, part, devServer, preview, demoMode, brands, backend, ready, log, metrics };
  const listeners = await listenOptionsOf(deps, internalPort);
  let servers: readonly HttpServer[] = [];
  let brandJob: Job | undefined;

  const open = async (): Promise<ServerPorts> => {
    await backend.open();
    if (preview === undefined) {
      // The job repeats a read that fails, such as by an API of the version before.
      await published.refresh(backend.publications).catch(() => {});
      brandJob = startBrandJob(published, { reader: backend.publications, log });
    }
    ready.markReady();
    if (!ready.isDraining()) servers = await listenAt(listeners);
    // In development the bundler blocks the event loop while it builds, so requests are not refused.
    if (devServer === undefined)
      loop = watchEventLoop({ onBehind: (delayMillis) => log.warn("server.behind", { delayMillis }) });
    return { port: servers[0]?.port ?? port, internalPort: servers[1]?.port };
  };
  const opened = open();
  // The caller of `opened` reports the rejection, possibly after a stop.
  opened.catch(() => {});
  return {
    brands,
    settings,
    opened,
    stop: () => {
      void brandJob?.stop();
      return gracefulShutdown({ ready, servers: () => servers, backend, mode, log }).finally(() => {
        loop?.stop();
        return tracing && stopWithin({ part: "traces", millis: tracesStopTimeoutMillis, log }, () => tracing.stop());
      });
    },
  };
}

interface AppDeps extends Omit<ServerOptions, "site"> {
  demoMode: DemoMode | undefined;
  brands: BrandBook;
  backend: Backend;
  ready: Readiness;
  log: Log;
  metrics: ServerMetrics;
}

async function listenOptionsOf(deps: AppDeps, internalPort: number | undefined): Promise<ListenOptions[]> {
  const { settings, devServer, brands, metrics } = deps;
  const { mode, port, host } = settings;
  const unknownHosts = mode === "production" && brands.brands.some(hasOwnHost) ? "refused" : "defaultBrand";
  const shared = { host, before: devServer?.before, brands, metrics };
  const withoutInternal = internalPort !== undefined;
  const portal = { ...shared, app: await appFor(deps, { withoutInternal, unknownHosts }), port };
  if (internalPort === undefined) return [portal];
  // Agents and systems call the internal port by host names that no brand lists.
  return [portal, { ...shared, app: await appFor(deps, { unknownHosts: "defaultBrand" }), port: internalPort }];
}

async function appFor(deps: AppDeps, exposure: Pick<AppHandlers, "withoutInternal" | "unknownHosts">) {
  const { settings, part, devServer, preview, brands, backend, ready, log, metrics } = deps;
  return buildApp({
    ...exposure,
    brands,
    log,
    metrics,
    trusted: ipNetworks(settings.trustedProxies),
    trustForwardedHost: settings.trustForwardedHost,
    build: devServer === undefined ? "built" : "development",
    readiness: ready,
    gateway: backend.gateway,
    serviceCredentials: settings.serviceCredentials,
    brandFiles: preview === undefined ? "cached" : "uncached",
    api: part === "all" || part === "api" ? backend.api : undefined,
    demo: part === "gateway" ? undefined : backend.demo,
    ...(part === "all" || part === "web" ? await portalOf(deps, exposure.withoutInternal === true) : {}),
    signedIn: part === "gateway" ? (brand, headers) => String(signedInPage(brand, headers)) : undefined,
  });
}

async function portalOf(
  { settings, devServer, demoMode, brands, backend, log }: AppDeps,
  withoutAgents: boolean,
): Promise<Pick<AppHandlers, "web" | "pagePaths" | "gallery">> {
  const { clock } = backend;
  const build = devServer?.build ?? (await builtPortal());
  const apiFetch = backend.api.fetch;
  const handler = assembleWeb({ settings, brands, log, clock, build, apiFetch, withoutAgents });
  const gallery = demoMode?.gallery({ web: handler, brands, clock, apiFetch });
  return { web: { handler, clientFolder }, pagePaths: pagePaths(build), gallery };
}

/** Loads the package of demo mode, which a production installation may leave out. */
async function loadDemoMode(): Promise<DemoMode> {
  const { demoMode } = await import("@vestibule/demo").catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== "ERR_MODULE_NOT_FOUND" || !fault.message.includes("'@vestibule/demo'")) throw fault;
    throw new StartupError(["demo mode needs the package @vestibule/demo; set NODE_ENV=production to run without it"]);
  });
  return demoMode;
}

/** Listens at all ports. Closes the open ones again if one fails. */
async function listenAt(listeners: readonly ListenOptions[]): Promise<HttpServer[]> {
  const servers: HttpServer[] = [];
  try {
    for (const options of listeners) servers.push(await listen(options));
  } catch (fault) {
    await Promise.all(servers.map((server) => server.close(0)));
    throw fault;
  }
  return servers;
}
