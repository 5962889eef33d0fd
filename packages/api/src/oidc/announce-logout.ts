import { bulkhead, isBrokenCircuitError, isBulkheadRejectedError, isTaskCancelledError } from "cockatiel";
import type { AdapterPayload, Provider } from "oidc-provider";
import { saveLastAnswer } from "../connections/last-answer.store.ts";
import type { ApiDeps } from "../deps.ts";
import { tlsReason } from "../platform/certificate-fault.rule.ts";
import { guardCalls } from "../platform/circuit-breaker.adapter.ts";
import { faultCode } from "../platform/fault-code.rule.ts";
import { outageLog } from "../platform/outage-log.adapter.ts";
import { retryDelaySeconds } from "../platform/retry-delay.rule.ts";
import { secondsAheadOf } from "./library-time.adapter.ts";
import { revokeGrants } from "./oidc-artifact.store.ts";
import { oidcPath } from "./oidc-path.rule.ts";
import type { OidcProviders } from "./oidc-providers.adapter.ts";
import {
  deleteOidcSession,
  type EndedOidcSession,
  leasedSessions,
  leaseEndedOidcSessions,
  postponeAnnouncement,
} from "./oidc-session.store.ts";
import { providerRequests } from "./provider-request.ts";

export type AnnounceLogoutDeps = Pick<ApiDeps, "database" | "clock" | "brands" | "log" | "metrics"> & {
  oidcProviders: OidcProviders;
};

/** Batches of one run; the next run leases what is left. */
const mostBatches = 50;
const firstRetrySeconds = 60;
const longestRetrySeconds = 3600;
/** Leaves most database connections to requests when many announcements end at once. */
const resultWrites = bulkhead(2, Number.POSITIVE_INFINITY);

/**
 * Announces ended gateway sessions to the applications that signed in through them, and revokes their tokens. An
 * announcement that an application did not receive is repeated, after growing pauses, for a day after the session's
 * latest end. Several servers, and several runs of one server, may announce at once: a slow application delays its own
 * announcements only.
 */
export async function announceLogouts(deps: AnnounceLogoutDeps): Promise<void> {
  const announcing: Promise<unknown>[] = [];
  const faults: unknown[] = [];
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const ended = await leaseEndedOidcSessions(deps.database);
    if (ended.length > 0) {
      await revokeGrants(deps.database, ended.flatMap(grantsOf));
      const request = { session: undefined, aheadSeconds: secondsAheadOf(deps.clock) };
      const announce = (session: EndedOidcSession) =>
        providerRequests.run(request, () => announceLogout(deps, session));
      // Handled at once, because one may fail while the next sessions are leased.
      announcing.push(...ended.map((session) => announce(session).catch((fault: unknown) => faults.push(fault))));
    }
    if (ended.length < leasedSessions) break;
  }
  await Promise.all(announcing);
  if (faults.length > 0) throw faults[0];
}

const applicationsOf = ({ payload }: EndedOidcSession) => Object.entries(payload.authorizations ?? {});

const grantsOf = (ended: EndedOidcSession) =>
  applicationsOf(ended).flatMap(([, { grantId, persistsLogout }]) => (persistsLogout ? [] : (grantId ?? [])));

async function announceLogout(deps: AnnounceLogoutDeps, ended: EndedOidcSession): Promise<void> {
  const { idHash, payload, announcedUntil, now } = ended;
  const applications = applicationsOf(ended);
  const received = await Promise.all(applications.map((application) => sendLogout(deps, ended, application)));
  const waiting = applications.filter((_application, index) => !received[index]);
  if (waiting.length === 0) return resultWrites.execute(() => deleteOidcSession(deps.database, idHash));
  const failures = (payload.failedAnnouncements ?? 0) + 1;
  const seconds = secondsUntilRetry(failures);
  if (now.getTime() + seconds * 1000 < announcedUntil.getTime()) {
    const again = { idHash, waiting: Object.fromEntries(waiting), failures, seconds };
    return resultWrites.execute(() => postponeAnnouncement(deps.database, again));
  }
  for (const [client] of waiting) {
    deps.metrics.countLogout(client, "givenUp");
    deps.log.error("oidc.logoutGivenUp", { brand: ended.brandId, client, attempts: failures });
  }
  await resultWrites.execute(() => deleteOidcSession(deps.database, idHash));
}

/** Seconds until ended sessions are announced again to the applications that did not answer. */
export const secondsUntilRetry = (failures: number): number =>
  retryDelaySeconds({ first: firstRetrySeconds, longest: longestRetrySeconds, failures });

/** The client, with a method that the library's types omit. */
type BackchannelClient = InstanceType<Provider["Client"]> & {
  backchannelLogout(accountId: string, sid?: string): Promise<void>;
};

type Authorization = NonNullable<AdapterPayload["authorizations"]>[string];

/** Returns whether the application needs no other announcement. */
async function sendLogout(
  deps: AnnounceLogoutDeps,
  { brandId, issuer, accountId }: EndedOidcSession,
  [clientId, { sid }]: [string, Authorization],
): Promise<boolean> {
  const brand = deps.brands.byId(brandId);
  const provider = brand && (await deps.oidcProviders.find({ brand, origin: issuer.slice(0, -oidcPath.length) }));
  const client = (await provider?.Client.find(clientId)) as BackchannelClient | undefined;
  if (client?.backchannelLogoutUri === undefined) return true;
  const guard = guardOf(deps, { brandId, clientId });
  try {
    await guard.run(() => client.backchannelLogout(accountId, sid));
    deps.metrics.countLogout(clientId, "received");
    await saveAnswer(deps, { brandId, id: clientId, isGood: true, answer: "logout" });
    return true;
  } catch (fault) {
    deps.metrics.countLogout(clientId, "notReceived");
    const cause = fault instanceof ApplicationUnavailable ? fault.cause : fault;
    // An application that was not called has answered nothing.
    if (!isBrokenCircuitError(cause) && !isBulkheadRejectedError(cause))
      await saveAnswer(deps, { brandId, id: clientId, isGood: false, answer: failureOf(cause) });
    guard.logFailure(cause);
    return false;
  }
}

/** An announcement is not repeated because its answer could not be kept. */
async function saveAnswer(
  { database }: AnnounceLogoutDeps,
  answer: { brandId: string; id: string; isGood: boolean; answer: string },
): Promise<void> {
  await saveLastAnswer(database, { kind: "application", ...answer }).catch(() => {});
}

const statusOf = (fault: unknown) => (fault as { response?: Response } | undefined)?.response?.status;

/** Why an application did not receive an announcement, as for a webhook. */
function failureOf(fault: unknown): string {
  const status = statusOf(fault);
  if (status !== undefined) return `status-${status}`;
  if (isTaskCancelledError(fault) || (fault instanceof Error && fault.name === "TimeoutError")) return "late";
  return tlsReason(fault) ?? faultCode((fault as Error | undefined)?.cause ?? fault) ?? "unavailable";
}

/** An application did not receive an announcement, or was not called because of earlier failures. */
class ApplicationUnavailable extends Error {
  constructor(cause?: unknown) {
    super("the application did not receive the announcement", { cause });
  }
}

/** A dead application takes five calls of 2.5 s, and then one every half minute. */
const callLimits = {
  timeoutMilliseconds: 2500,
  circuitFailures: 5,
  circuitSeconds: 30,
  maxConcurrentCalls: 10,
  maxWaitingCalls: 200,
};

/** Places, circuit breaker and log of each application on this server. */
const guards = new WeakMap<OidcProviders, Map<string, ReturnType<typeof createGuard>>>();

function guardOf(deps: AnnounceLogoutDeps, { brandId, clientId }: { brandId: string; clientId: string }) {
  const ofServer = guards.get(deps.oidcProviders) ?? new Map<string, ReturnType<typeof createGuard>>();
  guards.set(deps.oidcProviders, ofServer);
  const key = `${brandId}/${clientId}`;
  const guard = ofServer.get(key) ?? createGuard(deps, { brandId, clientId });
  ofServer.set(key, guard);
  return guard;
}

function createGuard({ log }: AnnounceLogoutDeps, { brandId, clientId }: { brandId: string; clientId: string }) {
  const faults = { Unavailable: ApplicationUnavailable, Outage: ApplicationUnavailable };
  return {
    ...guardCalls(callLimits, faults),
    logFailure: outageLog((facts) => {
      const status = statusOf(facts.fault);
      const reason = tlsReason(facts.fault);
      log.warn("oidc.logoutNotReceived", { brand: brandId, client: clientId, status, reason, ...facts });
    }),
  };
}
