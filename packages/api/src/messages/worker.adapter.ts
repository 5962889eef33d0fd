import { setTimeout as pause } from "node:timers/promises";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { ConstantBackoff, handleAll, retry } from "cockatiel";
import type { Auditor } from "../audit/auditor.port.ts";
import type { Db } from "../platform/database.table.ts";
import type { Log } from "../platform/log.port.ts";
import type { ServerMetrics } from "../platform/server-metrics.adapter.ts";
import { inSpan } from "../platform/tracing.adapter.ts";
import { type Delivery, faultCode, type MessageProviders } from "./message-provider.port.ts";
import { findQueue, messageQueues } from "./message-queue.rule.ts";
import {
  type DueNotification,
  leaseNotifications,
  type QueuedNotification,
  readQueueLoads,
  renewLeases,
  settleNotification,
} from "./notification.store.ts";
import { findUnknownRecipient } from "./receipt.store.ts";
import { recordEarlyReceipts, recordRefusedMessage } from "./record-delivery.ts";
import { brandOrigin, renderMessage } from "./render.message.ts";
import { wordmarkContentId } from "./wordmark.rule.ts";
import { wordmarkImage } from "./wordmark-image.adapter.ts";

export interface WorkerDeps {
  /** A pool separate from that of requests, which could otherwise delay recording that a message was sent. */
  database: Db;
  brands: BrandBook;
  providers: MessageProviders;
  log: Log;
  metrics: Pick<ServerMetrics, "countDelivery">;
  mode: "demo" | "production";
  auditor: Auditor;
  /** Delay before the second attempt, doubled for each further one up to `longestSeconds`. */
  retry?: { firstSeconds: number; longestSeconds: number };
}

/** Seconds after which a worker that has not renewed its leases counts as dead, and another leases its messages. */
export const leaseSeconds = 6;
const renewMilliseconds = 2000;
const pollMilliseconds = 500;
/**
 * Wait after an outage of the database, so that the worker that sent a message records that before another leases it.
 * Longer than `writeRetryMilliseconds` plus the time of a new connection.
 */
const afterOutageMilliseconds = 1000;
const writeRetryMilliseconds = 250;
const alarmMilliseconds = 60_000;

/** For about 15 s, because a message whose acceptance is not recorded is sent again. */
const writeRetry = retry(handleAll, { maxAttempts: 59, backoff: new ConstantBackoff(writeRetryMilliseconds) });

type InDelivery = ReadonlyMap<string, QueuedNotification>;

/**
 * Sends queued messages until they are accepted, refused or expired. Any number of servers may run a worker. Each queue
 * has its own concurrency, so that a slow provider delays no other queue.
 */
export function startWorker(deps: WorkerDeps) {
  const inDelivery = new Map<string, QueuedNotification>();
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();
  let wake = new AbortController();
  let isDatabaseUnavailable = false;

  async function send(message: QueuedNotification): Promise<void> {
    try {
      await sendMessage(deps, message);
    } catch (fault) {
      // The database is unavailable: the lease expires, and another attempt follows.
      deps.log.error("message.fault", { messageId: message.id, fault });
    } finally {
      inDelivery.delete(message.id);
      wake.abort();
    }
  }

  async function sendDue(): Promise<void> {
    if (isDatabaseUnavailable) {
      await writeNothing(deps);
      isDatabaseUnavailable = false;
      await pause(afterOutageMilliseconds);
    }
    const leased = await leaseMessages(deps, inDelivery);
    for (const message of leased) {
      inDelivery.set(message.id, message);
      const sent = send(message).finally(() => sending.delete(sent));
      sending.add(sent);
    }
  }

  async function run(): Promise<void> {
    // The first write of a process is the slowest; this moves it out of the time between acceptance and recording.
    await writeNothing(deps).catch(() => {});
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      await sendDue().catch((fault: Error) => {
        isDatabaseUnavailable = true;
        deps.log.warn("messages.fault", { fault });
      });
      const signal = AbortSignal.any([wake.signal, stopping.signal]);
      await pause(pollMilliseconds, undefined, { signal }).catch(() => {});
    }
  }

  const renewal = setInterval(() => void renewHeldLeases(deps, inDelivery), renewMilliseconds);
  const alarm = setInterval(() => void reportDelays(deps), alarmMilliseconds);
  const running = run();
  return {
    /** Leases no more messages and waits for those in progress. */
    stop: async () => {
      stopping.abort();
      clearInterval(alarm);
      await running;
      await Promise.all(sending);
      clearInterval(renewal);
    },
  };
}

/** Runs the statement that records a message; a database that is read-only rejects it. */
async function writeNothing({ database, mode }: WorkerDeps): Promise<void> {
  const delivery = { kind: "accepted", providerMessageId: null } as const;
  const none = { id: "00000000-0000-0000-0000-000000000000", attempts: 0, retrySeconds: 0 };
  await settleNotification(database, { ...none, delivery, keepsFacts: mode === "demo" });
}

/** Leases due messages for the free slots of each queue; logs those closed unsent. */
async function leaseMessages(
  { database, log, metrics, mode }: WorkerDeps,
  inDelivery: InDelivery,
): Promise<QueuedNotification[]> {
  const held = [...inDelivery.values()].map(findQueue);
  const queues = messageQueues
    .map((queue) => ({ queue, slots: queue.concurrency - held.filter((one) => one === queue).length }))
    .filter(({ slots }) => slots > 0);
  const leased = await leaseNotifications(database, {
    queues,
    leaseSeconds,
    held: [...inDelivery.keys()],
    // The demo outbox displays the values.
    keepsFacts: mode === "demo",
  });
  return leased.flatMap((one) => {
    if (one.kind === "leased") return [one.message];
    metrics.countDelivery(one.message.channel, one.kind);
    logUnsent(log, one);
    return [];
  });
}

async function renewHeldLeases({ database, log }: WorkerDeps, inDelivery: InDelivery): Promise<void> {
  if (inDelivery.size === 0) return;
  try {
    await renewLeases(database, { held: [...inDelivery.values()], leaseSeconds });
  } catch (fault) {
    log.warn("messages.fault", { fault });
  }
}

export function sendMessage(deps: WorkerDeps, message: QueuedNotification): Promise<void> {
  const { id, notification, channel, brandId, attempts, traceParent } = message;
  const attributes = {
    "messaging.operation.type": "send",
    "messaging.destination.name": findQueue(message)?.name,
    "messaging.message.id": id,
    "vestibule.notification": notification,
    "vestibule.brand": brandId,
    "vestibule.attempt": attempts,
  };
  return inSpan({ name: `send ${channel}`, role: "producer", attributes, causedBy: traceParent }, () =>
    attemptMessage(deps, message),
  );
}

async function attemptMessage(deps: WorkerDeps, message: QueuedNotification): Promise<void> {
  const { database, log, mode } = deps;
  const delivery = await deliver(deps, message).catch((fault: Error): Delivery => {
    log.error("message.fault", { messageId: message.id, fault });
    return { kind: "later", fault: "fault" };
  });
  const { id, attempts } = message;
  const { firstSeconds, longestSeconds } = deps.retry ?? { firstSeconds: 2, longestSeconds: 120 };
  const retrySeconds = Math.min(longestSeconds, firstSeconds * 2 ** (attempts - 1));
  const settlement = { id, attempts, delivery, retrySeconds, keepsFacts: mode === "demo" };
  await writeRetry.execute(async () => {
    if (delivery.kind === "refused")
      await recordRefusedMessage(deps, { message, settlement: { ...settlement, delivery } });
    else await settleNotification(database, settlement);
  });
  if (delivery.kind === "accepted" && delivery.providerMessageId !== null)
    await recordEarlyReceipts(deps, { channel: message.channel, id: delivery.providerMessageId });
  deps.metrics.countDelivery(message.channel, delivery.kind);
  logSettlement(log, message, delivery);
}

async function deliver(deps: WorkerDeps, message: QueuedNotification): Promise<Delivery> {
  const unknown = await findUnknownRecipient(deps.database, message.recipient);
  if (unknown) return { kind: "refused", fault: unknown === "unknownEmail" ? "email unknown" : "number unknown" };
  const brand = deps.brands.byId(message.brandId);
  // A server without the brand leaves the message to one that has it.
  if (!brand) return { kind: "later", fault: "brand unknown" };
  const { subject, text, html } = await renderMessage(message, { brand, mode: deps.mode });
  return deps.providers[message.channel].deliver({
    id: message.id,
    brandId: message.brandId,
    language: message.language,
    channel: message.channel,
    to: message.recipient,
    from: { name: brand.mailFrom.name[message.language], address: brand.mailFrom.address },
    origin: brandOrigin(brand),
    subject,
    text,
    html,
    ...(html !== null && { image: { contentId: wordmarkContentId(brand), png: await wordmarkImage(brand) } }),
  });
}

/** Warns about each queue whose oldest message is delayed. */
export async function reportDelays({ database, log }: Pick<WorkerDeps, "database" | "log">): Promise<void> {
  try {
    for (const { queue, count, ageSeconds } of await readQueueLoads(database))
      if (ageSeconds >= queue.alarmSeconds) log.error("messages.delayed", { queue: queue.name, count, ageSeconds });
  } catch (fault) {
    log.warn("messages.fault", { fault });
  }
}

function logUnsent(log: Log, { kind, message }: DueNotification): void {
  const facts = factsOf(message);
  if (kind === "superseded") log.warn("message.superseded", facts);
  else log.error("message.expired", facts);
}

function logSettlement(log: Log, message: QueuedNotification, delivery: Delivery): void {
  const facts = factsOf(message);
  if (delivery.kind === "accepted") {
    log.info("message.accepted", facts);
    return;
  }
  // The log withholds values with spaces such as "smtp 451".
  const reason = faultCode(delivery);
  if (delivery.kind === "later") log.warn("message.delayed", { ...facts, reason });
  else log.error("message.refused", { ...facts, reason });
}

function factsOf({ id: messageId, notification, channel, brandId, attempts }: QueuedNotification) {
  return { messageId, notification, channel, brandId, attempts };
}
