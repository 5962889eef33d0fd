import type { Auditor } from "@vestibule/api/audit/auditor.port.ts";
import { type SendDueLinksDeps, sendDueLinks } from "@vestibule/api/flows/email-link/send-due-links.ts";
import { type ExpireRequestsDeps, expireHouseholdRequests } from "@vestibule/api/flows/household/expire-requests.ts";
import { compareDueExperiment } from "@vestibule/api/flows/team/end-experiment.ts";
import { messageProviders, type ProviderSettings } from "@vestibule/api/messages/message-providers.adapter.ts";
import { startWorker } from "@vestibule/api/messages/worker.adapter.ts";
import { type AnnounceLogoutDeps, announceLogouts } from "@vestibule/api/oidc/announce-logout.ts";
import { openAllConnections, openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import { outageLog } from "@vestibule/api/platform/outage-log.adapter.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { storeReportCounts } from "@vestibule/api/statistics/read-report.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { PublicationReader, PublishedBrands } from "../brands/published-brands.ts";
import { closeDatabase, stopWithin } from "./graceful-shutdown.ts";

/** Database connections of the message worker of each server, in addition to the pool of its requests. */
export const messageConnections = 4;
/** Longer than a delivery takes. After it, the leases of the worker expire and another one sends its messages. */
const workerStopTimeoutMillis = 15_000;

/** With its own connections, so that recording a sent message never waits for a request or a new connection. */
export async function openMessageWorker(from: {
  url: string;
  settings: ProviderSettings;
  brands: BrandBook;
  log: Log;
  metrics: ServerMetrics;
  auditor: Auditor;
}): Promise<Job> {
  const { url, settings, brands, log, metrics, auditor } = from;
  const { database, pool } = openDatabase({ url, poolSize: messageConnections, keepOpen: true });
  await openAllConnections(pool);
  metrics.addSources({ messagePool: pool });
  const providers = messageProviders(settings, (channel) => log.warn("messages.fallback", { channel }));
  const worker = startWorker({ database, brands, providers, log, metrics, auditor, mode: settings.mode });
  return {
    stop: async () => {
      await stopWithin({ part: "worker", millis: workerStopTimeoutMillis, log }, () => worker.stop());
      for (const provider of Object.values(providers)) provider.close?.();
      await closeDatabase({ database, log });
    },
  };
}

export function startDueLinksJob(deps: SendDueLinksDeps & { log: Log }): Job {
  return startJob(() => sendDueLinks(deps), {
    seconds: 5,
    onFault: (fault) => deps.log.warn("dueLinks.fault", { fault }),
  });
}

/** Expires the requests that no policyholder has answered. */
export function startHouseholdJob(deps: ExpireRequestsDeps & { log: Log }): Job {
  return startJob(() => expireHouseholdRequests(deps), {
    seconds: 5,
    onFault: (fault) => deps.log.warn("householdRequests.fault", { fault }),
  });
}

/** Follows what the digital team publishes: at once where the database notifies, else within two seconds. */
export function startBrandJob(
  published: PublishedBrands,
  { reader, log }: { reader: PublicationReader; log: Log },
): Job {
  const onFault = outageLog((facts) => log.warn("brands.fault", facts));
  const job = startJob(() => published.refresh(reader), { seconds: 2, onFault });
  const listener = reader.listen?.(job.runNext);
  return {
    stop: async () => {
      await listener?.stop();
      await job.stop();
    },
  };
}

/** Compares experiments with versions of brands. */
export function startExperimentJob(deps: Parameters<typeof compareDueExperiment>[0] & { log: Log }): Job {
  const onFault = outageLog((facts) => deps.log.warn("experiments.fault", facts));
  return startJob(() => compareDueExperiment(deps), { seconds: 30, onFault });
}

/** Counts new events of the audit trail for the report. */
export function startReportJob({ database, log }: { database: Db; log: Log }): Job {
  const onFault = outageLog((facts) => log.warn("report.fault", facts));
  const stopping = new AbortController();
  const job = startJob(() => storeReportCounts(database, stopping), { seconds: 10, onFault });
  return {
    stop: () => {
      stopping.abort();
      return job.stop();
    },
  };
}

/** Announces ended sessions to the applications that people signed in to with them. */
export function startLogoutJob(deps: AnnounceLogoutDeps): Job {
  const onFault = outageLog((facts) => deps.log.warn("logouts.fault", facts));
  const runs = new Set<Promise<void>>();
  // A run that waits for a slow application does not delay the next one.
  const startRun = async () => {
    const run = announceLogouts(deps)
      .catch(onFault)
      .finally(() => runs.delete(run));
    runs.add(run);
  };
  const job = startJob(startRun, { seconds: 2, onFault });
  return {
    stop: async () => {
      await job.stop();
      await Promise.all(runs);
    },
  };
}

export interface Job {
  stop(): Promise<void>;
}

/** Runs work every few seconds, never twice at a time on one server. `runNext` runs it now, or once more after a run. */
function startJob(
  work: () => Promise<unknown>,
  { seconds, onFault }: { seconds: number; onFault(fault: unknown): void },
): Job & { runNext(): void } {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await work();
    } catch (fault) {
      // The next run processes the same rows.
      onFault(fault);
    } finally {
      running = undefined;
    }
  };
  const start = () => {
    running ??= run();
  };
  const timer = setInterval(start, seconds * 1000).unref();
  return {
    runNext: () => void (running === undefined ? start() : running.then(start)),
    stop: async () => {
      clearInterval(timer);
      // One that was asked for begins when the run before it ends.
      while (running !== undefined) await running;
    },
  };
}
