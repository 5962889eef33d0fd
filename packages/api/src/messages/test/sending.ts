import { sql } from "kysely";
import { afterEach, expect } from "vitest";
import { testBrands, testKeys } from "../../../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { createAuditor } from "../../audit/audit-trail.store.ts";
import type { Log } from "../../platform/log.port.ts";
import { serverMetrics } from "../../platform/server-metrics.adapter.ts";
import type { MessageProvider, MessageProviders, OutgoingMessage } from "../message-provider.port.ts";
import { outboxProvider } from "../message-providers.adapter.ts";
import { messageQueues } from "../message-queue.rule.ts";
import { leaseNotifications } from "../notification.store.ts";
import { createNotifier } from "../notifier.adapter.ts";
import type { MessageOrder } from "../notifier.port.ts";
import { leaseSeconds, sendMessage, startWorker, type WorkerDeps } from "../worker.adapter.ts";

export const sendingBrands = await testBrands();

export const notice: MessageOrder = {
  notification: "registrationCode",
  brandId: "belair",
  language: "fr",
  channel: "EMAIL",
  recipient: "eloise@exemple.ca",
  facts: { code: "123456", province: "qc", origin: "http://belair.localhost:3000" },
};

export const notifier = createNotifier({ brands: sendingBrands, mode: "demo" });

/** Sequential, because concurrent calls could exceed the connection timeout. */
export async function times(count: number, queueOne: () => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await queueOne());
  return ids;
}

/** A provider that records its messages and responds with `answer`. */
export function recorder(respond: (nth: number) => ReturnType<MessageProvider["deliver"]>) {
  const handed: OutgoingMessage[] = [];
  const provider: MessageProvider = {
    deliver: (message) => {
      handed.push(message);
      return respond(handed.length);
    },
  };
  return { handed, provider };
}

export const yes = async () => ({ kind: "accepted", providerMessageId: "P-1" }) as const;

/** A database with queued messages, and workers that send them; emptied after each test. */
export async function openSendingTest() {
  const database = closeAfterTests(await testDatabase());
  const lines: { level: string; event: string; facts: Record<string, unknown> }[] = [];

  const log: Log = {
    info: (event, facts = {}) => lines.push({ level: "info", event, facts }),
    warn: (event, facts = {}) => lines.push({ level: "warn", event, facts }),
    error: (event, facts = {}) => lines.push({ level: "error", event, facts }),
  };

  const toStop: { stop(): Promise<void> }[] = [];

  afterEach(async () => {
    for (const one of toStop.splice(0)) await one.stop();
    await database.pool.query("truncate notification");
    lines.length = 0;
    await sql`update clock_offset set seconds = 0`.execute(database.database);
  });

  const { row, ...queue } = queueOf(database);
  const workers = workersOver({ testDatabase: database, log, toStop });
  const settled = (id: string) => expect.poll(async () => (await row(id)).status, { timeout: 15_000, interval: 100 });
  return { own: database, lines, log, toStop, row, settled, ...queue, ...workers };
}

function queueOf(testDatabase: TestDatabase) {
  const queue = (over: Partial<MessageOrder> = {}) =>
    testDatabase.database.transaction().execute((transaction) => notifier.notify(transaction, { ...notice, ...over }));

  const queueText = () => queue({ channel: "SMS", recipient: "5145550142" });
  const queueNotice = () => queue({ notification: "passwordChanged" });

  const row = (id: string) =>
    testDatabase.database.selectFrom("notification").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  const messageCount = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from notification`.execute(
      testDatabase.ownerDatabase,
    );
    return rows[0]?.count;
  };

  return { queue, queueText, queueNotice, row, messageCount };
}

function workersOver({
  testDatabase,
  log,
  toStop,
}: {
  testDatabase: TestDatabase;
  log: Log;
  toStop: { stop(): Promise<void> }[];
}) {
  function stuckProvider() {
    const released = Promise.withResolvers<Awaited<ReturnType<typeof yes>>>();
    const { handed, provider } = recorder(() => released.promise);
    const release = async () => released.resolve(await yes());
    // Before the worker stops, because stopping waits for messages in progress.
    toStop.unshift({ stop: release });
    return { handed, provider, release };
  }

  function depsOf(provider: MessageProvider | Partial<MessageProviders>, over: Partial<WorkerDeps> = {}): WorkerDeps {
    const all =
      "deliver" in provider ? { EMAIL: provider, SMS: provider, VOICE: provider, LETTER: provider } : provider;
    const providers = {
      EMAIL: outboxProvider,
      SMS: outboxProvider,
      VOICE: outboxProvider,
      LETTER: outboxProvider,
      ...all,
    };
    return {
      database: testDatabase.database,
      brands: sendingBrands,
      providers,
      log,
      metrics: serverMetrics("test"),
      auditor: createAuditor(testKeys().audit),
      mode: "demo",
      retry: { firstSeconds: 0, longestSeconds: 0 },
      ...over,
    };
  }

  function work(provider: MessageProvider | Partial<MessageProviders>, over: Partial<WorkerDeps> = {}) {
    const worker = startWorker(depsOf(provider, over));
    toStop.push(worker);
    return worker;
  }

  /** Leases all due messages, as another worker would. */
  const leaseAll = () =>
    leaseNotifications(testDatabase.database, {
      queues: messageQueues.map((one) => ({ queue: one, slots: 100 })),
      leaseSeconds,
      held: [],
      keepsFacts: true,
    });

  /** Sends all due messages sequentially, one attempt each. */
  async function sendDue(provider: MessageProvider): Promise<void> {
    for (const { kind, message } of await leaseAll())
      if (kind === "leased") await sendMessage(depsOf(provider), message);
  }

  return { stuckProvider, depsOf, work, leaseAll, sendDue };
}
