import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { Meaning } from "@vestibule/catalogue/statistic.table.ts";
import { Counter, Gauge, Registry } from "prom-client";
import type { WebhookLoad } from "../events/webhook.store.ts";
import type { QueueLoad } from "../messages/notification.store.ts";
import type { MarkCount } from "./journey-counter.adapter.ts";

const families: Record<Exclude<Meaning, "method">, { name: string; help: string }> = {
  started: { name: "journeys_started", help: "Journeys started." },
  step: { name: "journey_steps", help: "Steps reached; a step that is reached twice counts twice." },
  finished: { name: "journeys_finished", help: "Journeys that ended where the person wanted to go." },
  continuedIn: { name: "journeys_handed_on", help: "Journeys that go on as another journey." },
  stuck: { name: "journeys_stuck", help: "Journeys whose person was referred to the insurer's staff, or has to wait." },
  roadblock: { name: "roadblocks_met", help: "Pages shown to a person who cannot continue, in a journey or in none." },
  left: { name: "journeys_left", help: "Journeys given up on purpose. Those that just stop are in the report alone." },
  hindrance: { name: "journey_hindrances", help: "Answers that did not match; the journey goes on." },
};

/** Label name of each dimension, in the order of the output. */
const labelNames = {
  journey: "journey",
  step: "step",
  reason: "reason",
  pageCategory: "page_category",
  topOfPageError: "top_of_page_error",
  brand: "brand",
  province: "province",
  language: "language",
  accountType: "account_type",
  emailSource: "email_source",
  method: "method",
} as const;
const dimensions = idsOf(labelNames);

/** Metrics that are the same on every server: journeys, message queues and maintenance. */
export async function describeMetrics({
  counts,
  loads,
  webhooks,
  maintenance,
}: {
  counts: readonly MarkCount[];
  loads: readonly QueueLoad[];
  webhooks: readonly WebhookLoad[];
  maintenance: readonly { brandId: string; isClosed: boolean }[];
}): Promise<{ text: string; mediaType: string }> {
  const registry = new Registry();
  const registers = [registry];
  const labelled = counts.map((count) => ({ ...count, labels: labelsOf(count) }));
  // Sorted, so that every server responds with the same text.
  labelled.sort((left, right) => (JSON.stringify(left.labels) < JSON.stringify(right.labels) ? -1 : 1));
  for (const [meaning, { name, help }] of Object.entries(families)) {
    const labels = [...Object.values(labelNames), "roadblock"];
    const counter = new Counter({ name: `vestibule_${name}_total`, help, labelNames: labels, registers });
    for (const one of labelled) if (one.meaning === meaning) counter.inc(one.labels, one.count);
  }
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `vestibule_message_queue_${name}`, help, labelNames: ["queue"], registers });
  const length = gauge("length", "Messages that wait or are in hand.");
  const age = gauge("age_seconds", "Since when the oldest one waits.");
  for (const { queue, count, ageSeconds } of loads) {
    length.set({ queue: queue.name }, count);
    age.set({ queue: queue.name }, ageSeconds);
  }
  const webhookGauge = (name: string, help: string) =>
    new Gauge({ name: `vestibule_webhook_${name}`, help, labelNames: ["webhook"], registers });
  const waiting = webhookGauge("waiting", "Events that a webhook has not accepted yet.");
  const oldest = webhookGauge("age_seconds", "Since when the oldest of them waits.");
  const parked = webhookGauge(
    "parked",
    "Events that a webhook has not accepted in three days; a command sends them again.",
  );
  for (const { webhookId: webhook, ...load } of webhooks) {
    waiting.set({ webhook }, load.waiting);
    oldest.set({ webhook }, Math.floor(load.ageSeconds));
    parked.set({ webhook }, load.parked);
  }
  const closed = new Gauge({
    name: "vestibule_maintenance",
    help: "Whether a brand is closed for maintenance.",
    labelNames: ["brand"],
    registers,
  });
  for (const { brandId, isClosed } of maintenance) closed.set({ brand: brandId }, Number(isClosed));
  return { text: await registry.metrics(), mediaType: registry.contentType };
}

/** Labels of the known dimensions. For a roadblock the reason is the row's id. */
function labelsOf(count: MarkCount): Record<string, string> {
  const known = dimensions.filter((name) => count[name] !== "");
  return Object.fromEntries(
    known.map((name) => [
      name === "reason" && count.meaning === "roadblock" ? "roadblock" : labelNames[name],
      count[name],
    ]),
  );
}
