import type { VerificationMethod } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import { type Account, accountOfRow } from "../../../accounts/account.store.ts";
import { recordWithWrites } from "../../../audit/audit-trail.store.ts";
import { type AuditEvent, journeyEvent } from "../../../audit/auditor.port.ts";
import type { RequestContext } from "../../../deps.ts";
import { lookupWindow, missWindows } from "../../../directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { licenceDiffers } from "../../../directory/policy-match.rule.ts";
import { findRowsOfPerson } from "../../../identity/find-rows.ts";
import { identityByRow } from "../../../identity/person.rule.ts";
import type { LimitWindow } from "../../../limits/limit.port.ts";
import { retryLater } from "../../../limits/retry-later.rule.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import type { Writes } from "../../../platform/conditional-write.adapter.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import type {
  IdentityProofDeps,
  IdentityProofRefusal,
  RoadblockLockout,
} from "../../../verification/identity-proof.port.ts";
import { factAtCreation } from "../../../verification/knowledge-check.ts";
import { type DayLockout, lockoutScope, randomizeCodeThreshold } from "../../../verification/lockout.rule.ts";
import { newAttempt, type RegistrationAttempt, startAttempt } from "../attempt.store.ts";
import { attemptState } from "../attempt-state.schema.ts";
import { findPolicyholders } from "../household.rule.ts";
import { countPolicyLookup, lookUpPolicy, type PolicyLookup } from "../policy-lookup.ts";

interface PolicySearch extends z.infer<typeof policyIdentifyBody> {
  /** Set by the driving programme's own page, which requires a licence. */
  flow?: "ubi" | undefined;
  /** The person is looking for their existing account. */
  purpose?: "findAccount" | undefined;
}

/** `known`: the person has an account; a code shows which e-mail it uses. */
type Started = { kind: "found" | "known"; attempt: RegistrationAttempt; person: PolicyPerson };

export type FindPolicyResult =
  | Started
  | { kind: "policyNotFound"; triesLeft: number }
  | Extract<IdentityProofRefusal, { kind: "malformed" | "limit" | "lockedOut" | "wait" }>;

/** A counted lookup, with what was read of the person that it matched. */
interface CountedLookup extends PolicyLookup {
  ubi: boolean;
  findsAccount: boolean;
  policies: readonly PolicyPerson[];
  now: Date;
  account: Account | undefined;
  /** Accounts of the policyholders, where the person may join one. */
  holderAccounts: readonly Account[];
  lockout: DayLockout | undefined;
  /** Keys of the limits to refund. A match does not count as a miss. */
  refunded: readonly string[];
  /** Windows of a miss, from which agents see when they end. */
  facts: Record<string, string>;
}

type MatchedLookup = CountedLookup & { person: PolicyPerson };

/**
 * The first call of a registration over API v1: finds a person in either registry. An unknown number, a different
 * person and a different licence get the same answer.
 */
export async function findByPolicy(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  typed: PolicySearch,
): Promise<FindPolicyResult> {
  const { directory, limits } = deps;
  const ubi = typed.flow === "ubi";
  const rule = { requestContext, now: deps.clock.now(), licence: ubi ? "required" : "optional" } as const;
  const lookup = await lookUpPolicy(directory, typed, rule);
  if (lookup.kind === "malformed") return lookup;
  const { matched, onPolicy, licence } = lookup;
  const person = matched.kind === "match" ? matched.row : undefined;
  const { companies } = requestContext.brand;
  const policies = person ? await findRowsOfPerson(deps, { companies, person: identityByRow(person) }) : [];
  const holders = person ? findPolicyholders(person, { onPolicy, policies }) : [];
  const rows = person ? [person, ...holders] : [];
  const { limit, now, accounts, lockout } = await countPolicyLookup(deps, lookup, { rows });
  if (limit.kind === "exceeded") return retryLater(limit);
  const account = person && accountOfRow(accounts, person);
  const ofHolders = holders.map((holder) => accountOfRow(accounts, holder)).filter((one) => one !== undefined);
  const counted: CountedLookup = {
    ...lookup,
    ubi,
    findsAccount: typed.purpose === "findAccount",
    policies,
    now,
    account,
    holderAccounts: [...new Set(ofHolders)],
    lockout,
    refunded: person ? limits.newestKeys(missWindows(lookup)) : [],
    facts: windowFacts(limits, missWindows(lookup)),
  };
  if (person && account) return startKnown(deps, { ...counted, person, account });
  return person && !licenceDiffers(person, licence)
    ? startUnlessTooMany(deps, { ...counted, person })
    : refuseMiss(deps, counted);
}

/** Starts the registration. Once the limit of misses is reached, even a person who matches is refused. */
async function startUnlessTooMany(deps: IdentityProofDeps, found: MatchedLookup): Promise<FindPolicyResult> {
  const { limits } = deps;
  const window = lookupWindow("lookupMissJourney", found);
  const writes = { deciding: limits.resettingIfOpen(window), others: [limits.refunding({ keys: found.refunded })] };
  const started = await startIdentified(deps, found, { writes });
  return started ?? refuseClosed(deps, found, await exceededUntil(deps, window));
}

async function refuseMiss(deps: IdentityProofDeps, missed: CountedLookup): Promise<FindPolicyResult> {
  const { matched, facts } = missed;
  const window = lookupWindow("lookupMissJourney", missed);
  const misses = await deps.limits.consume(deps.database, window);
  if (misses.kind === "exceeded") return refuseClosed(deps, missed, misses);
  const until = misses.left > 0 ? undefined : await exceededUntil(deps, window);
  const result = matched.kind === "noMatch" ? matched.mismatch : "licence";
  await recordRefusal(deps, missed, { event: "registration.notFound", result, facts });
  if (until === undefined) return { kind: "policyNotFound", triesLeft: misses.left };
  return { kind: "limit", roadblock: "registration-difficulties", ...until };
}

/** Returns when a limit that was reached has room again. */
async function exceededUntil({ limits, database }: IdentityProofDeps, window: LimitWindow): Promise<{ until?: Date }> {
  const now = await limits.peek(database, window);
  return now.kind === "exceeded" ? { until: now.until } : {};
}

/** Starts a registration of a person who already has an account. The third such result ends the journey. */
async function startKnown(
  deps: IdentityProofDeps,
  found: MatchedLookup & { account: Account },
): Promise<FindPolicyResult> {
  const { limits, database } = deps;
  const { account, refunded } = found;
  const window = lookupWindow("lookupKnownJourney", found);
  const misses = limits.peeking(lookupWindow("lookupMissJourney", found));
  const { limit, rows } = await limits.consumeAndRead(database, [window], misses);
  const [{ exceededUntil: closedUntil }] = rows;
  if (closedUntil) {
    const keys = limit.kind === "allowed" ? limit.keys : [];
    return refuseClosed(deps, { ...found, refunded: [...refunded, ...keys] }, { until: closedUntil });
  }
  const known = { event: "registration.alreadyRegistered", result: "refused", accountId: account.id } as const;
  if (limit.kind === "allowed" && limit.left > 0) {
    const writes = { others: [limits.refunding({ keys: refunded })] };
    const started = await startIdentified(deps, found, { writes, events: [known] });
    if (started) return started;
  }
  const until = limit.kind === "exceeded" ? { until: limit.until } : await exceededUntil(deps, window);
  await recordRefusal(deps, found, known);
  return { kind: "limit", roadblock: "more-than-one-profile", ...until };
}

async function refuseClosed(
  deps: IdentityProofDeps,
  found: CountedLookup,
  { until }: { until?: Date },
): Promise<FindPolicyResult> {
  await recordRefusal(deps, found, { event: "registration.unidentified", result: "closed", facts: found.facts });
  return { kind: "limit", roadblock: "registration-difficulties", ...(until && { until }) };
}

async function recordRefusal(
  deps: IdentityProofDeps,
  { requestContext, now, refunded }: CountedLookup,
  event: PolicyEvent,
): Promise<void> {
  const others = refunded.length > 0 ? [deps.limits.refunding({ keys: refunded })] : [];
  await recordWithWrites(deps, { at: now, events: [policyEvent(requestContext, event)], others });
}

/**
 * Starts a registration for an identified person, with the verification methods they may use; undefined when the
 * deciding write wrote nothing.
 */
async function startIdentified(
  deps: IdentityProofDeps,
  found: MatchedLookup,
  { writes, events = [] }: { writes: Writes; events?: readonly PolicyEvent[] },
): Promise<Started | RoadblockLockout | undefined> {
  const { requestContext, person, account, lockout, now } = found;
  const asksEmail = !account && isAskedForEmail(deps, found);
  const methods: VerificationMethod[] = asksEmail || lockout ? [] : usableChannels(person, deps);
  if (requestContext.brand.features.noneOption && !asksEmail && !lockout) methods.push("NONE");
  // Undefined for no account or several, and when the driver gets their own account.
  const [holder, ...otherHolders] = account || lockout ? [] : found.holderAccounts;
  const state = attemptState.parse({
    found: { rowId: person.id, personKey: person.personKey, by: "POLICY_IDENTIFICATION" },
    ubi: found.ubi || person.ubi,
    findsAccount: found.findsAccount || account !== undefined,
    ...(holder && otherHolders.length === 0 && { holderAccountId: holder.id }),
    wrongCodeLimit: randomizeCodeThreshold(deps.random),
    options: methods.map((method) => ({ id: deps.random.token(9), method })),
    ...(asksEmail && { question: { id: deps.random.token(9), method: "ASKEMAIL" } }),
  });
  const at = { now, readAtMillis: performance.now() };
  const attempt = newAttempt({ requestContext, api: "v1", page: "VERIFY_OPTIONS", state, at });
  const started: PolicyEvent = lockout
    ? { event: "code.locked", result: lockoutScope(lockout), facts: { roadblock: "resend-code" } }
    : {
        event: "registration.identified",
        result: "ok",
        facts: { channels: methods.length, account: account ? "exists" : "none" },
      };
  const isStarted = await startAttempt(deps, attempt, {
    requestContext,
    writes,
    // Saved, so that agents see whose lockout it is.
    ...(lockout && { endReason: "locked" }),
    events: [{ ...started, journeyId: attempt.id }, ...events].map((event) => policyEvent(requestContext, event)),
  });
  if (!isStarted) return undefined;
  return lockout ? { ...lockout, roadblock: "resend-code" } : { kind: account ? "known" : "found", attempt, person };
}

/**
 * Whether to ask for an e-mail of the person's choice: for a driver in the programme whose only contact on file is a
 * number without SMS. Any e-mail will do, since account creation asks for that number.
 */
function isAskedForEmail(deps: IdentityProofDeps, { person, policies }: MatchedLookup): boolean {
  return person.ubi && usableChannels(person, deps).length === 0 && factAtCreation(policies) === "cellPhone";
}

type PolicyEvent = Pick<AuditEvent, "event" | "result" | "accountId" | "journeyId" | "facts">;

/** Creates an event of registration by policy number, with its journey once there is one. */
function policyEvent(requestContext: RequestContext, event: PolicyEvent): AuditEvent {
  const facts = { apiVersion: "v1", ...event.facts };
  return journeyEvent("policyNumberRegistration", requestContext, { ...event, facts });
}
