import { hostname } from "node:os";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { readShownVersions } from "@vestibule/api/brands/brand-experiment.store.ts";
import { publicationChannel, readVersionFiles, saveLoadFailures } from "@vestibule/api/brands/brand-version.store.ts";
import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import { systemClock } from "@vestibule/api/platform/clock.adapter.ts";
import {
  isDatabaseUnavailable,
  isDatabaseUnreachable,
  poolerRefusal,
} from "@vestibule/api/platform/database-fault.rule.ts";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import { listenForNotifications } from "@vestibule/api/platform/notification-listener.adapter.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandPreview } from "../brands/brand-preview.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type AssembledApi, assembleApi } from "./assemble-api.ts";
import type { Backend, Handler } from "./backend.ts";
import type { DemoMode } from "./demo-mode.ts";
import { stopWithin } from "./graceful-shutdown.ts";
import { type DatabaseSource, type DataFolder, databaseSource, prepareDatabase } from "./server-database.adapter.ts";

/** Time for PostgreSQL to write its data before it stops. */
const postgresStopTimeoutMillis = 20_000;
/** Longer than the time limits of PostgreSQL and of the password checks. */
const requestsTimeoutMillis = 5000;
/** Attempts in demo mode: enough for a busy machine, and few enough to report the reason soon. */
const maxDemoAttempts = 6;

export interface LocalBackend {
  settings: Settings;
  brands: BrandBook;
  log: Log;
  metrics: ServerMetrics;
  folder: DataFolder;
  site?: GatewaySite | undefined;
  /** Absent in production. */
  demoMode?: DemoMode | undefined;
  preview?: BrandPreview | undefined;
}

/** Creates a backend in this process, with the embedded database or the one of DATABASE_URL. */
export function createLocalBackend(from: LocalBackend): Backend {
  const { settings, brands, log, metrics, folder, site, demoMode, preview } = from;
  const running = runningRequests();
  const server = `${hostname()}:${settings.port}`;
  let source: DatabaseSource | undefined;
  let assembled: AssembledApi | undefined;
  let demo: Handler | undefined;
  let isStopping = false;
  const draining = new AbortController();

  const tracked = (handler: () => Handler): Handler => ({
    fetch: (request, environment) => running.add(() => handler().fetch(request, environment)),
  });

  const givesUp = (fault: unknown, attempt: number) => {
    if (isStopping || poolerRefusal(fault) !== undefined) return true;
    // Production waits for its database indefinitely.
    if (settings.mode === "production") return false;
    return isDatabaseUnreachable(fault) || attempt === maxDemoAttempts;
  };
  const retry = <T>(work: () => Promise<T>) => retryWhileUnavailable(work, { log, givesUp });

  return {
    api: tracked(() => opened(assembled).api),
    gateway: {
      handler: tracked(() => opened(assembled).gateway),
      guard: (c, next) => running.add(() => opened(assembled).guard(c, next)),
    },
    demo: demoMode && tracked(() => opened(demo)),
    clock: { now: () => (assembled?.deps.clock ?? systemClock).now() },
    publications: {
      list: () => readShownVersions(opened(assembled).deps.database),
      readFiles: (publication) => readVersionFiles(opened(assembled).deps.database, publication),
      saveFailures: (failures) => saveLoadFailures(opened(assembled).deps.database, { server, failures }),
      listen: (onNotification) =>
        listenForNotifications({ url: opened(source).url, channel: publicationChannel, onNotification }),
    },
    checkConnection: async () => opened(assembled).checkConnection(),
    open: async () => {
      source = await databaseSource(settings, folder);
      const { url } = source;
      const connections = source;
      const { audit: auditKeys } = deriveKeys(settings.secrets);
      await retry(() => prepareDatabase(connections, { mode: settings.mode, auditKeys }));
      const ready = await retry(() =>
        assembleApi({
          settings,
          url,
          brands,
          log,
          metrics,
          site,
          demoApplication: demoMode?.application,
          draining: draining.signal,
        }),
      );
      assembled = ready;
      if (isStopping) return ready.stop();
      demo = await retry(async () => demoMode?.seed({ settings, url, assembled: ready, preview }));
    },
    startDraining: () => draining.abort(),
    stop: async () => {
      isStopping = true;
      await stopWithin({ part: "requests", millis: requestsTimeoutMillis, log }, running.finish);
      await assembled?.stop();
      await stopWithin({ part: "postgres", millis: postgresStopTimeoutMillis, log }, () => source?.stop());
    },
  };
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the backend is not open yet");
  return part;
}

/**
 * Requests whose work has begun. The work goes on after its client has disconnected, so closed connections do not mean
 * that it has ended.
 */
function runningRequests() {
  const running = new Set<Promise<unknown>>();
  return {
    add: <T>(handle: () => T | Promise<T>): Promise<T> => {
      const handled = (async () => handle())();
      const ended = handled.catch(() => {}).finally(() => running.delete(ended));
      running.add(ended);
      return handled;
    },
    /** Resolves once none is left; a page may call the API again after each of its calls. */
    finish: async () => {
      while (running.size > 0) {
        await Promise.all(running);
        await nextTurn();
      }
    },
  };
}

/** Repeats work while the database is unavailable, with a growing delay, until `givesUp` returns true. */
async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { log, givesUp }: { log: Log; givesUp: (fault: unknown, attempt: number) => boolean },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (fault) {
      if (!isDatabaseUnavailable(fault) || givesUp(fault, attempt)) throw fault;
      log.warn("database.away", { attempt, fault });
      await pause(Math.min(250 * 2 ** attempt, 4000) * (0.75 + Math.random() / 2));
    }
  }
}
