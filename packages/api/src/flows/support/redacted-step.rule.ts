import { mismatches } from "@vestibule/catalogue/support.table.ts";
import type { SupportMessage, SupportStep } from "@vestibule/contract/internal/support-desk.schema.ts";
import type { KeptEvent } from "../../audit/kept-event.store.ts";
import type { MessageState } from "../../messages/notification.store.ts";

/** Allow-list of event facts that an agent may see. */
const visibleFacts = new Set([
  "page",
  "channel",
  "channels",
  "purpose",
  "fact",
  "action",
  "source",
  "role",
  "apiVersion",
  "message",
  "how",
  "count",
  "policies",
  "limit",
  "to",
  "shownCode",
  "titleForm",
  "until",
  "activity",
  "activityAt",
  "change",
  "signals",
]);
const word = /^[\w.:-]{1,60}$/;
const acceptedActors = ["person", "system", "service", "operator", "agent"] as const;

/** Returns one event as an agent may see it: ids, results and reasons only. */
export function redactStep({ at, event, result, actor, facts }: KeptEvent): SupportStep {
  const [kind = "", who] = actor.split(":", 2);
  const by = acceptedActors.find((one) => one === kind) ?? "system";
  const entries = Object.entries(facts).flatMap(([key, value]): [string, string | number | boolean][] =>
    visibleFacts.has(key) && isVisible(value) ? [[key, value]] : [],
  );
  const mismatch = mismatchOf({ event, result, facts });
  return {
    at: at.toISOString(),
    event,
    result: word.test(result) ? result : "other",
    by,
    ...(who && { who }),
    ...(mismatch && { mismatch }),
    facts: Object.fromEntries(entries),
  };
}

function isVisible(value: unknown): value is string | number | boolean {
  return typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && word.test(value));
}

/** Returns the reason of a failed lookup, or the fact that was asked along with a password. */
function mismatchOf({ event, result, facts }: Pick<KeptEvent, "event" | "result" | "facts">) {
  if (event === "identity.refused") return mismatches.find((fact) => fact === facts.fact);
  return event.startsWith("registration.") ? mismatches.find((fact) => fact === result) : undefined;
}

/** Returns a message as an agent may see it: the last two digits of a number, and nothing of an e-mail. */
export function redactMessage(message: MessageState): SupportMessage {
  return {
    at: message.queuedAt.toISOString(),
    message: message.notification,
    channel: message.channel,
    ...((message.channel === "SMS" || message.channel === "VOICE") && { endsIn: message.recipient.slice(-2) }),
    state: message.state,
    ...(message.undeliveredReason && { reason: message.undeliveredReason }),
    ...(message.doneAt && { doneAt: message.doneAt.toISOString() }),
  };
}
