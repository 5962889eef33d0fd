import { setTimeout as pause } from "node:timers/promises";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import { startAtRate } from "../generator.ts";
import { median } from "../measures/statistics.rule.ts";
import type { Portal } from "../portal.ts";
import { type RequestCounts, type RequestKind, type SenderOptions, sendersTo, spreadEvenly } from "../requests.ts";
import type { MessageReceivers } from "./message-receivers.ts";

/** An accepted request whose write must be in the database afterwards. */
export interface AcceptedWrite {
  kind: "signIn" | "forgot" | "registration";
  email: string;
}

/** Requests that are sent evenly over a number of seconds, again and again. */
interface RequestMix {
  seconds: number;
  requests: RequestCounts;
}

/** A registration has 7 calls. */
const heavy = { page: 9, signIn: 4, forgot: 4, wrongPassword: 1, unknownName: 1, registration: 1 };

const requestMixes = {
  heavy: { seconds: 1, requests: heavy },
  /** People also sign in at an application by OpenID Connect. */
  withApplication: { seconds: 1, requests: { ...heavy, application: 2 } },
  /** 1.5 visits a second, of 1,000,000 people (docs/operations/size.md). They cause 0.35 e-mails a second. */
  busiestHour: {
    seconds: 20,
    requests: { page: 30, signIn: 17, forgot: 3, wrongPassword: 5, unknownName: 3, registration: 2 },
  },
} satisfies Record<string, RequestMix>;
const maxInFlight = 200;

export type Load = ReturnType<typeof startLoad>;

export interface LoadOptions extends Pick<SenderOptions, "channel"> {
  /** Heavy by default. */
  mix?: keyof typeof requestMixes;
  /** Failures that the fault makes unavoidable, such as connections broken by a killed server. */
  toleratedFailures?: RegExp;
}

interface SentRequest {
  sentAt: number;
  kind: RequestKind;
}

/**
 * Sends requests to the portal at a steady rate, each for a different person, until it is stopped. The receivers provide
 * the codes that the database no longer keeps once they are sent.
 */
export function startLoad(portal: Portal, receivers: MessageReceivers, options: LoadOptions) {
  const { mix = "heavy", channel, toleratedFailures } = options;
  const { seconds, requests }: RequestMix = requestMixes[mix];
  const kinds = spreadEvenly(requests);
  const senders = sendersTo(portal, { channel, newestCode: receivers.newestCode });
  const accepted: AcceptedWrite[] = [];
  const unexpectedResponses = new Map<string, number>();
  const failures: SentRequest[] = [];
  const successes: (SentRequest & { millis: number })[] = [];
  let inFlight = 0;
  let isOver = false;

  const recordFailure = (response: string) => {
    if (!toleratedFailures?.test(response))
      unexpectedResponses.set(response, (unexpectedResponses.get(response) ?? 0) + 1);
  };
  const send = async (kind: RequestKind) => {
    const sentAt = performance.now();
    try {
      const result = await senders[kind]();
      if (result.kind === "accepted") {
        if (kind === "signIn" || kind === "forgot" || kind === "registration")
          accepted.push({ kind, email: result.email });
        successes.push({ kind, sentAt, millis: performance.now() - sentAt });
        return;
      }
      if (result.status !== 503)
        recordFailure(`${kind} answered ${result.status}${result.error ? `, ${result.error}` : ""}`);
    } catch (fault) {
      recordFailure(`${kind}: ${fault instanceof Error ? (faultCode(fault) ?? fault.message) : String(fault)}`);
    }
    failures.push({ sentAt, kind });
  };
  const sending = startAtRate(
    () => (isOver ? 0 : kinds.length / seconds),
    async (nth) => {
      if (inFlight >= maxInFlight) return recordFailure(`a request was not sent: ${maxInFlight} wait for a response`);
      inFlight += 1;
      await send(kinds[nth % kinds.length] ?? "page");
      inFlight -= 1;
    },
  );
  const succeedsInEachKind = (since: number) =>
    Object.keys(requests).every((kind) => successes.some((success) => success.kind === kind && success.sentAt > since));

  return {
    accepted,
    /** Responses that are not allowed even in an outage, such as a 500, with their count. */
    unexpectedResponses,
    /** Median latency of successful requests, by kind. It tells timeouts of a busy machine from other failures. */
    describeSuccesses: () =>
      describeByKind(
        successes,
        (ofKind) => `${ofKind.length} in ${Math.round(median(ofKind.map(({ millis }) => millis)))} ms`,
      ),
    /** Number of journeys that have ended so far. A registration is one. */
    countJourneys: () => successes.length + failures.length,
    countFailures: () => failures.length,
    /** Number of failed requests so far, by kind. */
    describeFailures: () => describeByKind(failures, ({ length }) => `${length}`) || "none",
    /** Seconds from `since` until the last failed request; Infinity if requests still fail after a minute. */
    measureRecovery: async (since: number) => {
      const quietMillis = 4000;
      const longestMillis = 60_000;
      for (;;) {
        const lastFailure = Math.max(since, ...failures.map(({ sentAt }) => sentAt));
        const isQuiet = performance.now() - lastFailure > quietMillis;
        if (isQuiet && succeedsInEachKind(lastFailure)) return (lastFailure - since) / 1000;
        if (portal.countEnded() > 0 || performance.now() - since > longestMillis) return Number.POSITIVE_INFINITY;
        await pause(100);
      }
    },
    /** The longest time in seconds from a failed request to the next successful one of its kind. */
    longestInterruption: () => Math.max(0, ...failures.map((failure) => secondsUntilSuccess(failure, successes))),
    stop: async () => {
      isOver = true;
      await sending;
    },
  };
}

function describeByKind<Sent extends SentRequest>(requests: Sent[], describe: (ofKind: Sent[]) => string): string {
  return Object.entries(Object.groupBy(requests, ({ kind }) => kind))
    .map(([kind, ofKind]) => `${kind} ${describe(ofKind)}`)
    .join(", ");
}

/** Seconds from a failed request to the next successful one of its kind; Infinity without one. */
function secondsUntilSuccess(failure: SentRequest, successes: readonly SentRequest[]): number {
  const later = successes.filter(({ kind, sentAt }) => kind === failure.kind && sentAt > failure.sentAt);
  return (Math.min(...later.map(({ sentAt }) => sentAt)) - failure.sentAt) / 1000;
}
