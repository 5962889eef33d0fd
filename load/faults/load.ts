import { setTimeout as pause } from "node:timers/promises";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { call, type HttpResponse, newClientIp } from "../http-call.ts";
import { emailEndpoint } from "../measures/compare-unknown-users.ts";
import { median } from "../measures/statistics.rule.ts";
import { password, personOf } from "../people.ts";
import { createBody, Registrant, RejectedCall } from "../registrant.ts";
import { signIn } from "../sign-in.ts";
import { signInAtApplication } from "./application-load.ts";
import type { DrillPortal } from "./drill-portal.ts";
import type { MessageReceivers } from "./message-receivers.ts";

/** Kinds of requests that write nothing to verify. */
const withoutWrite = ["page", "wrongPassword", "unknownName", "application"] as const;
/** A registration has 7 calls. */
type Kind = (typeof withoutWrite)[number] | AcceptedWrite["kind"];

/** Requests that are sent evenly over a number of seconds, again and again. */
interface RequestMix {
  seconds: number;
  requests: Readonly<Partial<Record<Kind, number>>>;
}

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
const responseTimeoutMillis = 30_000;
const maxInFlight = 200;

/** An accepted request whose write must be in the database afterwards. */
export interface AcceptedWrite {
  kind: "signIn" | "forgot" | "registration";
  email: string;
}

export interface Load {
  accepted: readonly AcceptedWrite[];
  /** Responses that are not allowed even in an outage, such as a 500, with their count. */
  unexpectedResponses: ReadonlyMap<string, number>;
  /** Median latency of successful requests, by kind. It tells timeouts of a busy machine from other failures. */
  describeSuccesses(): string;
  /** Number of journeys that have ended so far. A registration is one. */
  countJourneys(): number;
  /** Number of failed requests so far, by kind. */
  countFailures(): string;
  /**
   * Resolves with the seconds from `since` until the last failed request; Infinity if requests still fail after a
   * minute.
   */
  measureRecovery(since: number): Promise<number>;
  /** Returns the longest time in seconds from a failed request to the next successful one of its kind. */
  longestInterruption(): number;
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** Heavy by default. */
  mix?: keyof typeof requestMixes | undefined;
  /** The channel of the codes of registrations; e-mail by default. */
  channel?: "EMAIL" | "SMS" | undefined;
  /** Provide the codes that the database no longer keeps once they are sent. */
  receivers: MessageReceivers;
  /** Failures that the fault makes unavoidable, such as connections broken by a killed server. */
  toleratedFailures?: RegExp | undefined;
}

const writesRow = (kind: Kind): kind is AcceptedWrite["kind"] => !withoutWrite.some((without) => without === kind);

/** Sends requests to the portal, each for a different person, until it is stopped. */
export function startLoad(portal: DrillPortal, options: LoadOptions): Load {
  const mix: RequestMix = requestMixes[options.mix ?? "heavy"];
  const accepted: AcceptedWrite[] = [];
  const unexpectedResponses = new Map<string, number>();
  const failures: SentRequest[] = [];
  const successes: (SentRequest & { millis: number })[] = [];

  const recordFailure = (response: string) => {
    if (!options.toleratedFailures?.test(response))
      unexpectedResponses.set(response, (unexpectedResponses.get(response) ?? 0) + 1);
  };
  const send = async (kind: Kind) => {
    const sentAt = performance.now();
    try {
      const result = await withTimeout(senders[kind](portal, options));
      if (result.kind === "accepted") {
        if (writesRow(kind)) accepted.push({ kind, email: result.email });
        successes.push({ kind, sentAt, millis: performance.now() - sentAt });
        return;
      }
      if (result.status !== 503)
        recordFailure(`${kind} answered ${result.status}${result.error ? `, ${result.error}` : ""}`);
    } catch (fault) {
      recordFailure(`${kind}: ${describeFault(fault)}`);
    }
    failures.push({ sentAt, kind });
  };
  const sending = sendSteadily(mix, send);

  return {
    accepted,
    unexpectedResponses,
    describeSuccesses: () =>
      describeByKind(
        successes,
        (ofKind) => `${ofKind.length} in ${Math.round(median(ofKind.map(({ millis }) => millis)))} ms`,
      ),
    countJourneys: () => successes.length + failures.length,
    countFailures: () => describeByKind(failures, ({ length }) => `${length}`) || "none",
    measureRecovery: async (since) => {
      const quietMillis = 4000;
      const longestMillis = 60_000;
      for (;;) {
        const lastFailure = Math.max(since, ...failures.map(({ sentAt }) => sentAt));
        const isQuiet = performance.now() - lastFailure > quietMillis;
        if (isQuiet && succeedsInEachKind(mix, successes, lastFailure)) return (lastFailure - since) / 1000;
        if (portal.countEnded() > 0 || performance.now() - since > longestMillis) return Number.POSITIVE_INFINITY;
        await pause(100);
      }
    },
    longestInterruption: () => Math.max(0, ...failures.map((failure) => secondsUntilSuccess(failure, successes))),
    stop: async () => {
      const unsent = await sending.stop();
      if (unsent > 0) recordFailure(`${unsent} requests were not sent: ${maxInFlight} waited for a response`);
    },
  };
}

/**
 * Sends requests at a steady rate until it is stopped. `stop` resolves with the number of requests that were not sent.
 */
function sendSteadily(mix: RequestMix, send: (kind: Kind) => Promise<void>): { stop(): Promise<number> } {
  const kinds = spreadEvenly(mix.requests);
  const inFlight = new Set<Promise<void>>();
  let unsent = 0;
  let isOver = false;
  const sending = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const kind = kinds[turn % kinds.length] ?? "page";
      if (inFlight.size < maxInFlight) {
        const request = send(kind).finally(() => inFlight.delete(request));
        inFlight.add(request);
      } else unsent += 1;
      await pause((mix.seconds * 1000) / kinds.length);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await sending;
      await Promise.all(inFlight);
      return unsent;
    },
  };
}

/** Lists each kind as often as its count, at equal distances. */
function spreadEvenly(requests: RequestMix["requests"]): Kind[] {
  const turns = Object.entries(requests).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, nth) => ({ kind: kind as Kind, at: (nth + 0.5) / count })),
  );
  return turns.sort((one, other) => one.at - other.at).map(({ kind }) => kind);
}

interface SentRequest {
  sentAt: number;
  kind: Kind;
}

function describeByKind<Sent extends SentRequest>(requests: Sent[], describe: (ofKind: Sent[]) => string): string {
  return Object.entries(Object.groupBy(requests, ({ kind }) => kind))
    .map(([kind, ofKind]) => `${kind} ${describe(ofKind)}`)
    .join(", ");
}

const succeedsInEachKind = ({ requests }: RequestMix, successes: readonly SentRequest[], since: number) =>
  Object.keys(requests).every((kind) => successes.some((success) => success.kind === kind && success.sentAt > since));

/** Seconds from a failed request to the next successful one of its kind; Infinity without one. */
function secondsUntilSuccess(failure: SentRequest, successes: readonly SentRequest[]): number {
  const later = successes.filter(({ kind, sentAt }) => kind === failure.kind && sentAt > failure.sentAt);
  return (Math.min(...later.map(({ sentAt }) => sentAt)) - failure.sentAt) / 1000;
}

/** `error` is the message of the API's error response. */
type LoadResult = { kind: "accepted"; email: string } | { kind: "failed"; status: number; error?: string };

function findErrorHandling({ status, headers, text }: HttpResponse, expectedStatus: number, email: string): LoadResult {
  if (status === expectedStatus) return { kind: "accepted", email };
  const isJson = headers["content-type"]?.startsWith("application/json");
  return { kind: "failed", status, ...(isJson && { error: JSON.parse(text()).message }) };
}

const describeFault = (fault: unknown) =>
  fault instanceof Error ? (faultCode(fault) ?? fault.message) : String(fault);

const forgotLoad = emailEndpoint(recoveryEndpoints.reset);
const pages = ["/", "/forgot", "/create-an-account/start"];
let pageCount = 0;
let unknownNameCount = 0;

const senders: Record<Kind, (portal: DrillPortal, options: LoadOptions) => Promise<LoadResult>> = {
  page: async (portal) => {
    const path = pages[pageCount++ % pages.length] ?? "/";
    const headers = { host: "localhost" };
    const response = await call({ port: portal.nextPort(), path, clientIp: newClientIp(), headers });
    return findErrorHandling({ ...response, status: response.status === 303 ? 200 : response.status }, 200, "");
  },
  signIn: async (portal) => trySignIn(portal, { email: holderOf(portal), password, expected: "success" }),
  application: async (portal) => {
    const status = await signInAtApplication(portal, holderOf(portal));
    return status === 200 ? { kind: "accepted", email: "" } : { kind: "failed", status };
  },
  wrongPassword: async (portal) =>
    trySignIn(portal, { email: holderOf(portal), password: "Not-The-One-1", expected: "invalidCredentials" }),
  unknownName: async (portal) =>
    trySignIn(portal, {
      email: `unknown${unknownNameCount++}@courrier.example`,
      password,
      expected: "invalidCredentials",
    }),
  forgot: async (portal) => {
    const email = holderOf(portal);
    return findErrorHandling(await forgotLoad.send(portal.nextPort(), email), 200, email);
  },
  registration: async (portal, { channel = "EMAIL", receivers }) => {
    const registrant = new Registrant(portal);
    const { email } = registrant.person;
    /** Verifies the newest code. Returns false without one. */
    const verify = async () => {
      // This query fails too while the database is unavailable.
      const queued = await registrant.code().catch(() => undefined);
      const securityCode = queued || receivers.newestCode(email);
      if (securityCode === undefined) return false;
      await registrant.succeed("verify", { body: { securityCode } });
      return true;
    };
    try {
      await registrant.toCode(channel);
      if (!(await verify())) return { kind: "failed", status: 503 };
      // A code by text does not verify the e-mail, so a second code follows.
      if (channel === "SMS") {
        await registrant.succeed("username", { body: { email } });
        if (!(await verify())) return { kind: "failed", status: 503 };
      }
      return findErrorHandling(await registrant.call("create", { body: createBody }), 201, email);
    } catch (fault) {
      if (fault instanceof RejectedCall) return findErrorHandling(fault.response, 201, email);
      throw fault;
    }
  },
};

const holderOf = (portal: DrillPortal) => personOf("holder", portal.nextHolder()).email;

async function trySignIn(
  portal: DrillPortal,
  attempt: { email: string; password: string; expected: keyof typeof gatewayResults },
): Promise<LoadResult> {
  const response = await signIn(portal.nextPort(), { username: attempt.email, password: attempt.password });
  const location = response.headers.location ?? "";
  // The gateway responds to every sign-in with 302; the code in its location is the outcome.
  if (location.includes(gatewayResults.unavailable.code)) return { kind: "failed", status: 503 };
  if (response.status === 302 && !location.includes(gatewayResults[attempt.expected].code))
    return { kind: "failed", status: 302 };
  return findErrorHandling(response, 302, attempt.email);
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const abort = new AbortController();
  const timeout = pause(responseTimeoutMillis, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`no response in ${responseTimeoutMillis / 1000} s`);
  });
  timeout.catch(() => {});
  return Promise.race([work, timeout]).finally(() => abort.abort());
}
