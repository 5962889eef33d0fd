import { setTimeout as pause } from "node:timers/promises";
import { DatabaseClient } from "./database-client.adapter.ts";
import { isPooled } from "./session-settings.rule.ts";

/** Time until a connection that was lost is opened again. */
const reopenMillis = 10_000;

/**
 * Calls `onNotification` for each NOTIFY on a channel, and once it listens, because of what it missed. It uses one
 * connection for nothing else; while there is none, such as during an outage or behind a pooler, nothing is called.
 */
export function listenForNotifications(from: { url: string; channel: string; onNotification(): void }): {
  stop(): Promise<void>;
} {
  const { url, channel, onNotification } = from;
  const stopping = new AbortController();

  async function listenUntilClosed(): Promise<void> {
    const client = new DatabaseClient({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const closed = new Promise<void>((resolve) => {
      client.once("end", resolve);
      stopping.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    client.on("notification", onNotification);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onNotification();
      await closed;
    } finally {
      await client.end();
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenUntilClosed().catch(() => {});
      await pause(reopenMillis, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const running = isPooled(url) ? Promise.resolve() : run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
