import {
  messageProviders,
  type ProviderSettings,
} from "@vestibule/api/capabilities/notifications/message-providers.adapter.ts";
import { startWorker, type Worker } from "@vestibule/api/capabilities/notifications/worker.adapter.ts";
import { openAllConnections, openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { closeDatabase, stopWithin } from "./stop-within.ts";

const connections = 4;
/** Longer than a delivery takes; the leases of a worker that is cut off end, and another one sends its messages. */
const longestWorkerMillis = 15_000;

/**
 * The worker that sends messages, over connections of its own that are open from the start: the note that a message was
 * sent waits neither for a request nor for a connection.
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
