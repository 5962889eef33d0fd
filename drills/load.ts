import { setTimeout as pause } from "node:timers/promises";
import { gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { emailEndpoint } from "../bench/compare-unknown-users.ts";
import { type Answer, call, newClientIp } from "../bench/http-call.ts";
import { password, personOf } from "../bench/people.ts";
import { createBody, Registrant } from "../bench/registrant.ts";
import { signIn } from "../bench/sign-in.ts";
import { median } from "../bench/statistics.rule.ts";
import type { DrillPortal } from "./drill-portal.ts";
import type { MessageReceivers } from "./message-receivers.ts";

/**
 * Requests of one second: 9 pages, 4 sign-ins, one with a wrong password, one with an unknown name, 4 forgotten passwords
 * and a registration of 7 calls.
 */
const second = [
  ...Array.from({ length: 4 }, () => ["page", "signIn", "page", "forgot"] as const).flat(),
  ...(["page", "wrongPassword", "unknownName", "registration"] as const),
] as const;
/** Kinds that leave no row to look for. */
const withoutRow = ["page", "wrongPassword", "unknownName"] as const;
const longestAnswerMillis = 30_000;
const maxInFlight = 200;

export type Kind = (typeof second)[number];

/** An accepted request whose write must be in the database afterwards. */
export interface AcceptedWrite {
  kind: Exclude<Kind, (typeof withoutRow)[number]>;
  email: string;
}

export interface Load {
  accepted: readonly AcceptedWrite[];
  /** Responses that are not allowed even in an outage, such as a 500, with their count. */
  badAnswers: ReadonlyMap<string, number>;
  /** Median time of successful requests, by kind: on a busy machine, failures may be timeouts rather than refusals. */
  medianTimes(): string;
  /** Number of failed requests so far, by kind. */
  countFailures(): string;
  /** Resolves with the seconds from `since` until the last failed request; Infinity when requests still fail. */
  servedAgain(since: number): Promise<number>;
  /** Seconds from the first of failed requests of a kind to the next one that succeeded, the longest of all. */
  longestInterruption(): number;
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** How registrations receive their code. */
  channel?: "EMAIL" | "SMS" | undefined;
  /** Where the database keeps no code that was sent, the one that arrived. */
  receivers: MessageReceivers;
  /** Answers that the fault excuses, such as connections broken by a killed server. */
  excused?: RegExp | undefined;
}

const hasRow = (kind: Kind): kind is AcceptedWrite["kind"] => !withoutRow.some((without) => without === kind);

/** 26 requests a second, alternating between both servers, each for a different person. */
export function startLoad(portal: DrillPortal, options: LoadOptions): Load {
  const accepted: AcceptedWrite[] = [];
  const badAnswers = new Map<string, number>();
  const failures: SentRequest[] = [];
  const successes: (SentRequest & { millis: number })[] = [];

  const note = (answer: string) => {
    if (!options.excused?.test(answer)) badAnswers.set(answer, (badAnswers.get(answer) ?? 0) + 1);
  };
  const send = async (kind: Kind) => {
    const sentAt = performance.now();
    try {
      const outcome = await inTime(ask[kind](portal, options));
      if (outcome.kind === "accepted") {
        if (hasRow(kind)) accepted.push({ kind, email: outcome.email });
        successes.push({ kind, sentAt, millis: performance.now() - sentAt });
        return;
      }
      if (outcome.status !== 503)
        note(`${kind} answered ${outcome.status}${outcome.error ? `, ${outcome.error}` : ""}`);
    } catch (fault) {
      note(`${kind}: ${describeFault(fault)}`);
    }
    failures.push({ sentAt, kind });
  };
  const sending = sendSteadily(send);

  return {
    accepted,
    badAnswers,
    medianTimes: () =>
      describeByKind(successes, (some) => `${Math.round(median(some.map(({ millis }) => millis)))} ms`),
    countFailures: () => describeByKind(failures, ({ length }) => `${length}`) || "none",
    servedAgain: async (since) => {
      const quietMillis = 4000;
      const longestMillis = 60_000;
      for (;;) {
        const lastFailure = Math.max(since, ...failures.map(({ sentAt }) => sentAt));
        const isQuiet = performance.now() - lastFailure > quietMillis;
        if (isQuiet && succeedsInEachKind(successes, lastFailure)) return (lastFailure - since) / 1000;
        if (portal.countEnded() > 0 || performance.now() - since > longestMillis) return Number.POSITIVE_INFINITY;
        await pause(100);
      }
    },
    longestInterruption: () => Math.max(0, ...failures.map((failure) => secondsUntilSuccess(failure, successes))),
    stop: async () => {
      const unsent = await sending.stop();
      if (unsent > 0) note(`${unsent} requests were not sent: ${maxInFlight} waited for an answer`);
    },
  };
}

/** Sends the requests of each second until it is stopped, which returns how many were not sent. */
function sendSteadily(send: (kind: Kind) => Promise<void>): { stop(): Promise<number> } {
  const inFlight = new Set<Promise<void>>();
  let unsent = 0;
  let over = false;
  const sending = (async () => {
    for (let turn = 0; !over; turn += 1) {
      const kind = second[turn % second.length] ?? "page";
      if (inFlight.size < maxInFlight) {
        const request = send(kind).finally(() => inFlight.delete(request));
        inFlight.add(request);
      } else unsent += 1;
      await pause(1000 / second.length);
    }
  })();
  return {
    stop: async () => {
      over = true;
      await sending;
      await Promise.all(inFlight);
      return unsent;
    },
  };
}

interface SentRequest {
  sentAt: number;
  kind: Kind;
}

function describeByKind<Sent extends SentRequest>(requests: Sent[], describe: (some: Sent[]) => string): string {
  return Object.entries(Object.groupBy(requests, ({ kind }) => kind))
    .map(([kind, some]) => `${kind} ${describe(some)}`)
    .join(", ");
}

const succeedsInEachKind = (successes: readonly SentRequest[], since: number) =>
  [...new Set(second)].every((kind) => successes.some((success) => success.kind === kind && success.sentAt > since));

/** Infinity when no later request of its kind succeeded. */
function secondsUntilSuccess(failure: SentRequest, successes: readonly SentRequest[]): number {
  const later = successes.filter(({ kind, sentAt }) => kind === failure.kind && sentAt > failure.sentAt);
  return (Math.min(...later.map(({ sentAt }) => sentAt)) - failure.sentAt) / 1000;
}

/** `error`: the message of the API's error. */
type Outcome = { kind: "accepted"; email: string } | { kind: "failed"; status: number; error?: string };

function outcomeOf({ status, headers, text }: Answer, wanted: number, email: string): Outcome {
  if (status === wanted) return { kind: "accepted", email };
  const isJson = headers["content-type"]?.startsWith("application/json");
  return { kind: "failed", status, ...(isJson && { error: JSON.parse(text()).message }) };
}

const describeFault = (fault: unknown) =>
  fault instanceof Error ? ((fault as NodeJS.ErrnoException).code ?? fault.message) : String(fault);

const forgotLoad = emailEndpoint(recoveryEndpoints.reset);
const pages = ["/", "/forgot", "/create-an-account/start"];
let pagesAsked = 0;
let unknownNames = 0;

const ask: Record<Kind, (portal: DrillPortal, options: LoadOptions) => Promise<Outcome>> = {
  page: async (portal) => {
    const path = pages[pagesAsked++ % pages.length] ?? "/";
    const answer = await call({
      port: portal.nextPort(),
      path,
      clientIp: newClientIp(),
      headers: { host: "localhost" },
    });
    return outcomeOf({ ...answer, status: answer.status === 303 ? 200 : answer.status }, 200, "");
  },
  signIn: async (portal) => trySignIn(portal, { email: holderOf(portal), password, expected: "success" }),
  wrongPassword: async (portal) =>
    trySignIn(portal, { email: holderOf(portal), password: "Not-The-One-1", expected: "bad" }),
  unknownName: async (portal) =>
    trySignIn(portal, { email: `unknown${unknownNames++}@courrier.example`, password, expected: "bad" }),
  forgot: async (portal) => {
    const email = holderOf(portal);
    return outcomeOf(await forgotLoad.send(portal.nextPort(), email), 200, email);
  },
  registration: async (portal, { channel = "EMAIL", receivers }) => {
    const registrant = new Registrant(portal);
    const { email } = registrant.person;
    const verify = async () => {
      // The drill's own database query fails in the outage too.
      const queued = await registrant.code().catch(() => undefined);
      const securityCode = queued || (await receivers.newestCode(email));
      return securityCode === undefined ? undefined : registrant.call("verify", { body: { securityCode } });
    };
    const calls = [
      () => registrant.call("start"),
      () => registrant.call("accountType", { body: { accountType: "policyHolder" } }),
      () => registrant.call("identify", { body: { email } }),
      () => registrant.call("options"),
      (options: Answer) => registrant.call("send", { optionId: optionFor(channel, options) }),
      verify,
      // A text proves no e-mail.
      ...(channel === "SMS" ? [() => registrant.call("username", { body: { email } }), verify] : []),
      () => registrant.call("create", { body: createBody }),
    ];
    let answer: Answer | undefined;
    for (const call of calls) {
      answer = await call(answer as Answer);
      if (answer === undefined) return { kind: "failed", status: 503 };
      if (answer.status >= 300) break;
    }
    return outcomeOf(answer as Answer, 201, email);
  },
};

const holderOf = (portal: DrillPortal) => personOf("holder", portal.nextHolder()).email;

async function trySignIn(
  portal: DrillPortal,
  attempt: { email: string; password: string; expected: keyof typeof gatewayOutcomes },
): Promise<Outcome> {
  const answer = await signIn(portal.nextPort(), { username: attempt.email, password: attempt.password });
  const location = answer.headers.location ?? "";
  // The gateway responds to every sign-in with 302; the code in its location is the outcome.
  if (location.includes(gatewayOutcomes.unavailable.code)) return { kind: "failed", status: 503 };
  if (answer.status === 302 && !location.includes(gatewayOutcomes[attempt.expected].code))
    return { kind: "failed", status: 302 };
  return outcomeOf(answer, 302, attempt.email);
}

function optionFor(channel: "EMAIL" | "SMS", answer: Answer): string {
  const options: { id: string; type: string }[] = JSON.parse(answer.text());
  return options.find(({ type }) => type === channel)?.id ?? "";
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = pause(longestAnswerMillis, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`no answer in ${longestAnswerMillis / 1000} s`);
  });
  late.catch(() => {});
  return Promise.race([work, late]).finally(() => abort.abort());
}
