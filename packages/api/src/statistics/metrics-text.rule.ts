import type { Meaning } from "@vestibule/catalogue/statistic.table.ts";
import type { QueueLoad } from "../messages/notification.store.ts";
import type { MarkCount } from "./journey-counter.adapter.ts";

const families: Record<Meaning, { name: string; help: string }> = {
  started: { name: "journeys_started", help: "Journeys begun." },
  step: { name: "journey_steps", help: "Steps reached; a step that is reached twice counts twice." },
  finished: { name: "journeys_finished", help: "Journeys that ended where the person wanted to go." },
  handedOn: { name: "journeys_handed_on", help: "Journeys that go on as another journey." },
  stuck: { name: "journeys_stuck", help: "Journeys whose person was sent to somebody of the insurer's, or to wait." },
  roadblock: { name: "roadblocks_met", help: "Pages met by somebody who could not go on, in a journey or in none." },
  left: { name: "journeys_left", help: "Journeys given up on purpose. Those that just stop are in the report alone." },
  hindrance: { name: "journey_hindrances", help: "Answers that did not match; the journey goes on." },
};
const labels = ["journey", "step", "reason", "brand", "province", "language", "accountType", "emailSource"] as const;
const names: Partial<Record<(typeof labels)[number], string>> = {
  accountType: "account_type",
  emailSource: "email_source",
};

export const metricsMediaType = "text/plain; version=0.0.4; charset=utf-8";

/** Counters in the Prometheus text format. */
export function metricsText(counts: readonly MarkCount[]): string {
  const byMeaning = Map.groupBy(counts, ({ meaning }) => meaning);
  return Object.entries(families)
    .map(([meaning, { name, help }]) => {
      const full = `vestibule_${name}_total`;
      const lines = (byMeaning.get(meaning as Meaning) ?? []).map((one) => `${full}${labelled(one)} ${one.count}`);
      return [`# HELP ${full} ${help}`, `# TYPE ${full} counter`, ...lines.toSorted()].join("\n").concat("\n");
    })
    .join("");
}

/** Length and age of the message queues in the Prometheus text format. */
export function queueMetricsText(loads: readonly QueueLoad[]): string {
  const gauge = (name: string, help: string, read: (load: QueueLoad) => number) =>
    [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...loads.map((load) => `${name}{queue="${load.queue.name}"} ${read(load)}`),
      "",
    ].join("\n");
  return [
    gauge("vestibule_message_queue_length", "Messages that wait or are in hand.", ({ count }) => count),
    gauge("vestibule_message_queue_age_seconds", "Since when the oldest one waits.", ({ ageSeconds }) => ageSeconds),
  ].join("");
}

function labelled(count: MarkCount): string {
  // For a roadblock the reason is the row's id.
  const labelNameOf = (label: (typeof labels)[number]) =>
    label === "reason" && count.meaning === "roadblock" ? count.meaning : (names[label] ?? label);
  const told = labels
    .filter((name) => count[name] !== "")
    .map((name) => `${labelNameOf(name)}="${escaped(count[name])}"`);
  return `{${told.join(",")}}`;
}

const escaped = (text: string) => text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
