import { setTimeout as pause } from "node:timers/promises";
import { Application, follow, publicClient } from "@vestibule/api/gateway/test/application.ts";
import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { startAtRate } from "../generator.ts";
import { call, fetchFrom, type HttpResponse, portalOrigin } from "../http.ts";
import { median } from "../measures/statistics.rule.ts";
import { password } from "../people.ts";
import { createBody, nextHolderOf, Registrant, RejectedCall, requestReset, signIn, wrongPassword } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { MessageReceivers } from "./message-receivers.ts";

/** An accepted request whose write must be in the database afterwards. */
export interface AcceptedWrite {
  kind: "signIn" | "forgot" | "registration";
  email: string;
}

type Kind = "page" | "wrongPassword" | "unknownName" | "application" | AcceptedWrite["kind"];

/** Requests that are sent evenly over a number of seconds, again and again. */
interface RequestMix {
  seconds: number;
  requests: Readonly<Partial<Record<Kind, number>>>;
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
/** A client of OpenID Connect refuses a token that was issued later than this after now. */
const toleranceSeconds = 30;

export type Load = ReturnType<typeof startLoad>;

export interface LoadOptions {
  /** Heavy by default. */
  mix?: keyof typeof requestMixes;
  /** The channel of the codes of registrations; e-mail by default. */
  channel?: "EMAIL" | "SMS";
  /** Failures that the fault makes unavoidable, such as connections broken by a killed server. */
  toleratedFailures?: RegExp;
}

interface SentRequest {
  sentAt: number;
  kind: Kind;
}

/**
 * Sends requests to the portal at a steady rate, each for a different person, until it is stopped. The receivers provide
 * the codes that the database no longer keeps once they are sent.
 */
export function startLoad(portal: Portal, receivers: MessageReceivers, options: LoadOptions) {
  const { mix = "heavy", channel, toleratedFailures } = options;
  const { seconds, requests }: RequestMix = requestMixes[mix];
  const kinds = spreadEvenly(requests);
  const senders = sendersTo(portal, receivers, channel);
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
  const send = async (kind: Kind) => {
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

/** Lists each kind as often as its count, at equal distances. */
function spreadEvenly(requests: RequestMix["requests"]): Kind[] {
  const turns = Object.entries(requests).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, nth) => ({ kind: kind as Kind, at: (nth + 0.5) / count })),
  );
  return turns.sort((one, other) => one.at - other.at).map(({ kind }) => kind);
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

/** `error` is the message of the API's error response. */
type LoadResult = { kind: "accepted"; email: string } | { kind: "failed"; status: number; error?: string };

function resultOf({ status, headers, text }: HttpResponse, expectedStatus: number, email = ""): LoadResult {
  if (status === expectedStatus) return { kind: "accepted", email };
  const isJson = headers["content-type"]?.startsWith("application/json");
  return { kind: "failed", status, ...(isJson && { error: JSON.parse(text()).message }) };
}

const pages = ["/", "/forgot", "/create-an-account/start"];

/** Sends one request of a kind. */
function sendersTo(
  portal: Portal,
  receivers: MessageReceivers,
  channel: LoadOptions["channel"],
): Record<Kind, () => Promise<LoadResult>> {
  let count = 0;
  const trySignIn = async (email: string, typed: string, expected: keyof typeof gatewayResults) => {
    const response = await signIn(portal.nextPort(), email, { typed });
    return gatewayResultOf(response.status, response.headers.location, expected) ?? resultOf(response, 302, email);
  };
  return {
    page: async () => {
      const path = pages[count++ % pages.length] ?? "/";
      const response = await call({ port: portal.nextPort(), path, headers: { host: "localhost" } });
      return resultOf({ ...response, status: response.status === 303 ? 200 : response.status }, 200);
    },
    signIn: () => trySignIn(nextHolderOf(portal), password, "success"),
    wrongPassword: () => trySignIn(nextHolderOf(portal), wrongPassword, "invalidCredentials"),
    unknownName: () => trySignIn(`unknown${count++}@courrier.example`, password, "invalidCredentials"),
    application: () => signInAtApplication(portal),
    forgot: async () => {
      const email = nextHolderOf(portal);
      return resultOf(await requestReset(portal.nextPort(), email), 200, email);
    },
    registration: () => register(new Registrant(portal), receivers, channel),
  };
}

/** The failure of a sign-in: the gateway responds to each with 302, and the code in its location is the result. */
function gatewayResultOf(
  status: number,
  location: string | undefined | null,
  expected: keyof typeof gatewayResults,
): LoadResult | undefined {
  if (location?.includes(gatewayResults.unavailable.code)) return { kind: "failed", status: 503 };
  return status === 302 && !location?.includes(gatewayResults[expected].code) ? { kind: "failed", status } : undefined;
}

async function register(
  registrant: Registrant,
  receivers: MessageReceivers,
  channel: LoadOptions["channel"],
): Promise<LoadResult> {
  const { email } = registrant.person;
  /** Verifies the newest code. Returns false without one. */
  const verify = async () => {
    // This query fails too while the database is unavailable.
    const securityCode = (await registrant.code().catch(() => "")) || receivers.newestCode(email);
    if (securityCode !== undefined) await registrant.succeed("verify", { body: { securityCode } });
    return securityCode !== undefined;
  };
  try {
    await registrant.toCode(channel);
    if (!(await verify())) return { kind: "failed", status: 503 };
    // A code by text does not verify the e-mail, so a second code follows.
    if (channel === "SMS") {
      await registrant.succeed("username", { body: { email } });
      if (!(await verify())) return { kind: "failed", status: 503 };
    }
    return resultOf(await registrant.call("create", { body: createBody }), 201, email);
  } catch (fault) {
    if (fault instanceof RejectedCall) return resultOf(fault.response, 201, email);
    throw fault;
  }
}

/** Signs a person in at an application; its requests reach both servers. */
async function signInAtApplication(portal: Portal): Promise<LoadResult> {
  const fetch = fetchFrom(portal);
  const browser = new Browser(fetch, portalOrigin);
  try {
    const { status, headers } = await browser.signIn(nextHolderOf(portal), password);
    const refused = gatewayResultOf(status, headers.get("location"), "success");
    if (refused !== undefined || status !== 302) return refused ?? { kind: "failed", status };
    const application = await Application.discover({ fetch }, portalOrigin, publicClient);
    const { url, verifier } = await application.start({ scope: "openid" });
    const returned = await follow(browser, url.href, portalOrigin);
    const [, failed] = /^(\d{3}) /.exec(returned) ?? [];
    if (failed !== undefined) return { kind: "failed", status: Number(failed) };
    const { iat = 0 } = (await application.finish(returned, verifier)).claims() ?? {};
    if (Math.abs(iat - Date.now() / 1000) > toleranceSeconds)
      throw new Error(`a token was issued ${Math.round(iat - Date.now() / 1000)} s from now`);
    return { kind: "accepted", email: "" };
  } catch (fault) {
    const { status, cause } = fault as { status?: number; cause?: unknown };
    if (status !== undefined) return { kind: "failed", status };
    if (cause instanceof Response) return { kind: "failed", status: cause.status };
    throw cause instanceof Error ? cause : fault;
  }
}
