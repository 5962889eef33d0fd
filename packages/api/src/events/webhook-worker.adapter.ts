import { setTimeout as pause } from "node:timers/promises";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";
import { bulkhead } from "cockatiel";
import { saveLastAnswer } from "../connections/last-answer.store.ts";
import type { Db } from "../platform/database.table.ts";
import type { Log } from "../platform/log.port.ts";
import { outageLog } from "../platform/outage-log.adapter.ts";
import { retryDelaySeconds } from "../platform/retry-delay.rule.ts";
import type { ServerMetrics } from "../platform/server-metrics.adapter.ts";
import { queueDeliveries } from "./queue-deliveries.ts";
import {
  deleteDelivery,
  findPersonIds,
  type LeasedDelivery,
  leaseDeliveries,
  postponeDelivery,
  startWebhook,
} from "./webhook.store.ts";
import { responseSeconds, type WebhookSender, webhookSender } from "./webhook-sender.adapter.ts";

export interface WebhookWorkerDeps {
  database: Db;
  webhooks: readonly Webhook[];
  log: Log;
  metrics: Pick<ServerMetrics, "countWebhook">;
  /** Absent: over HTTP. */
  senderOf?: (webhook: Webhook) => WebhookSender;
}

/** Deliveries at a time to one webhook by one server. */
const places = 8;
/** Longer than a delivery takes; then another server takes over from one that was killed. */
const leaseSeconds = responseSeconds * 2;
const pollMilliseconds = 1000;
const firstRetrySeconds = 5;
const longestRetrySeconds = 3 * 3600;
/** Leaves most database connections to requests when many deliveries end at once. */
const resultWrites = bulkhead(2, Number.POSITIVE_INFINITY);

/**
 * Sends events to webhooks until each is accepted, or parked after three days. Any number of servers may run a worker.
 * Each webhook has its own places, so that one that is slow or away delays no other.
 */
export function startWebhookWorker(deps: WebhookWorkerDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = deps.webhooks.map((webhook) => serveWebhook(deps, webhook, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function serveWebhook(deps: WebhookWorkerDeps, webhook: Webhook, stopping: AbortSignal): Promise<void> {
  const { database, log, senderOf = (one: Webhook) => webhookSender(one, { connections: places }) } = deps;
  const sender = senderOf(webhook);
  const sending = new Set<Promise<void>>();
  const onFault = outageLog((facts) => log.warn("webhooks.fault", facts));
  let wake = new AbortController();

  const start = (delivery: LeasedDelivery) => {
    const sent = deliver(deps, { webhook, sender, delivery })
      .catch(onFault)
      .finally(() => {
        sending.delete(sent);
        wake.abort();
      });
    sending.add(sent);
  };
  const sendDue = async () => {
    await startWebhook(database, webhook.id);
    while (!stopping.aborted && (await queueDeliveries(database, webhook)));
    const slots = places - sending.size;
    if (slots === 0) return;
    for (const delivery of await leaseDeliveries(database, { webhookId: webhook.id, slots, leaseSeconds }))
      start(delivery);
  };
  while (!stopping.aborted) {
    wake = new AbortController();
    await sendDue().catch(onFault);
    const signal = AbortSignal.any([wake.signal, stopping]);
    await pause(pollMilliseconds, undefined, { signal }).catch(() => {});
  }
  await Promise.all(sending);
  await sender.close();
}

async function deliver(
  { database, log, metrics }: WebhookWorkerDeps,
  { webhook, sender, delivery }: { webhook: Webhook; sender: WebhookSender; delivery: LeasedDelivery },
): Promise<void> {
  const { event, attempts } = delivery;
  const withPerson = webhook.includesPersonId && event.accountId !== undefined;
  const personIds = withPerson ? { personIds: await findPersonIds(database, event.accountId ?? "") } : {};
  const answered = { kind: "webhook", brandId: "", id: webhook.id } as const;
  const result = await sender.send({ ...event, ...personIds }, delivery.leasedAt);
  if (result.kind === "accepted") {
    await resultWrites.execute(() => deleteDelivery(database, delivery));
    metrics.countWebhook(webhook.id, "accepted");
    await saveLastAnswer(database, { ...answered, isGood: true, answer: "accepted" });
    return;
  }
  const { fault, afterSeconds = 0 } = result;
  await saveLastAnswer(database, { ...answered, isGood: false, answer: fault });
  const pauseSeconds = retryDelaySeconds({
    first: firstRetrySeconds,
    longest: longestRetrySeconds,
    failures: attempts,
  });
  const seconds = Math.max(pauseSeconds, Math.min(afterSeconds, longestRetrySeconds));
  const retry = { fault, seconds, retryHours: ttl.webhookRetryHours };
  const state = await resultWrites.execute(() => postponeDelivery(database, { ...delivery, ...retry }));
  metrics.countWebhook(webhook.id, state);
  const facts = { webhook: webhook.id, reason: fault, attempts };
  if (state === "parked") log.error("webhook.parked", facts);
  else log.warn("webhook.delayed", facts);
}
