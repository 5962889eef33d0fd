import { messageProviders, type ProviderSettings } from "@vestibule/api/messages/message-providers.adapter.ts";
import { startWorker, type Worker } from "@vestibule/api/messages/worker.adapter.ts";
import { openAllConnections, openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { closeDatabase, stopWithin } from "./stop-within.ts";

const connections = 4;
/** Longer than a delivery takes; if the worker is cut off, its leases expire and another worker sends its messages. */
const longestWorkerMillis = 15_000;

/**
 * The worker that sends messages, with its own connections opened at startup, so that recording a sent message never
 * waits for a request or a new connection.
 */
export async function openMessageWorker(from: {
  url: string;
  settings: ProviderSettings;
  brands: BrandBook;
  log: Log;
}): Promise<Worker> {
  const { url, settings, brands, log } = from;
  const { database, pool } = openDatabase({ url, poolSize: connections, keepOpen: true });
  await openAllConnections(pool);
  const providers = messageProviders(settings);
  const worker = startWorker({ database, brands, providers, log, mode: settings.mode });
  return {
    stop: async () => {
      await stopWithin({ part: "worker", millis: longestWorkerMillis, log }, () => worker.stop());
      for (const provider of Object.values(providers)) provider.close?.();
      await closeDatabase({ database, log });
    },
  };
}
