import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import type { Account } from "../../../accounts/account.store.ts";
import { recordWithWrites } from "../../../audit/audit-trail.store.ts";
import type { RequestContext } from "../../../deps.ts";
import { lookupWindow, missWindows } from "../../../directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { licenceDiffers } from "../../../directory/policy-match.rule.ts";
import type { LimitWindow } from "../../../limits/limit.port.ts";
import { retryLater } from "../../../limits/retry-later.rule.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../../verification/identity-proof.port.ts";
import { findPolicyholders } from "../household.rule.ts";
import { countPolicyLookup, lookUpPolicy, type PolicyLookup } from "../policy-lookup.ts";
import { type IdentifiedPerson, policyEvent, type Started, startIdentified } from "./start-identified.ts";

export interface PolicySearch extends z.infer<typeof policyIdentifyBody> {
  /** Set by the driving programme's own page, which requires a licence. */
  flow?: "ubi" | undefined;
  /** The person is looking for their existing account. */
  purpose?: "findAccount" | undefined;
}

export type FindPolicyResult =
  /** `known`: the person has an account; a code shows which e-mail it uses. */
  | (Started & { kind: "found" | "known" })
  | { kind: "policyNotFound"; triesLeft: number }
  | Extract<IdentityProofRefusal, { kind: "malformed" | "limit" | "lockedOut" | "wait" }>;

interface Search extends PolicyLookup {
  ubi: boolean;
  findsAccount: boolean;
  /** Whether the licence differs; a match then counts as not found unless the person has an account. */
  isOtherLicence: boolean;
  policies: readonly PolicyPerson[];
}

/**
 * The first call of a registration over API v1: finds a person in either registry. An unknown number, a different
 * person and a different licence get the same answer.
 */
export async function findByPolicy(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  typed: PolicySearch,
): Promise<FindPolicyResult> {
  const ubi = typed.flow === "ubi";
  const rule = { requestContext, now: deps.clock.now(), licence: ubi ? "required" : "optional" } as const;
  const lookup = await lookUpPolicy(deps.directory, typed, rule);
  if (lookup.kind === "malformed") return lookup;
  const { companies } = requestContext.brand;
  const row = lookup.matched.kind === "match" ? lookup.matched.row : undefined;
  return countAndStart(deps, {
    ...lookup,
    ubi,
    findsAccount: typed.purpose === "findAccount",
    isOtherLicence: row !== undefined && licenceDiffers(row, lookup.licence),
    policies: row ? await deps.directory.findByPerson({ companies, personKey: row.personKey }) : [],
  });
}

async function countAndStart(deps: IdentityProofDeps, search: Search): Promise<FindPolicyResult> {
  const { limits } = deps;
  const { matched, onPolicy, policies } = search;
  const person = matched.kind === "match" ? matched.row : undefined;
  const holders = person ? findPolicyholders(person, { onPolicy, policies }) : [];
  const personKeys = person ? [person.personKey, ...holders] : [];
  const { limit, now, accounts, lockout } = await countPolicyLookup(deps, search, { personKeys });
  if (limit.kind === "exceeded") return retryLater(limit);
  const account = accounts.find((related) => related.personKey === person?.personKey);
  // A match does not count as a miss.
  const refunded = person ? limits.newestKeys(missWindows(search)) : [];
  const start = {
    ...search,
    now,
    refunded,
    facts: windowFacts(limits, missWindows(search)),
    account,
    lockout,
    holderAccounts: accounts.filter((related) => holders.includes(related.personKey)),
  };
  if (person && account) return startKnown(deps, { ...start, person, account });
  return startUnlessTooMany(deps, { ...start, person });
}

interface Counted extends Search, Pick<IdentifiedPerson, "account" | "lockout" | "holderAccounts"> {
  now: Date;
  /** Keys of the limits to refund. */
  refunded: readonly string[];
  facts: Record<string, string>;
}

/** Starts the registration. Once the limit of misses is reached, even a person who matches is refused. */
async function startUnlessTooMany(
  deps: IdentityProofDeps,
  found: Counted & { person: PolicyPerson | undefined },
): Promise<FindPolicyResult> {
  const { limits, database } = deps;
  const { person, matched, isOtherLicence, refunded } = found;
  const window = lookupWindow("lookupMissJourney", found);
  if (person && !isOtherLicence) {
    const writes = { deciding: limits.resettingIfOpen(window), others: [limits.refunding({ keys: refunded })] };
    const started = await startIdentified(deps, { ...found, person, writes });
    return started ?? refuseClosed(deps, found, await exceededUntil(deps, window));
  }
  const misses = await limits.consume(database, window);
  if (misses.kind === "exceeded") return refuseClosed(deps, found, misses);
  const until = misses.left > 0 ? undefined : await exceededUntil(deps, window);
  const result = matched.kind === "noMatch" ? matched.mismatch : "licence";
  await recordRefusal(deps, found, { event: "registration.notFound", result, facts: found.facts });
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
  found: Counted & { person: PolicyPerson; account: Account },
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
    const started = await startIdentified(deps, { ...found, writes, events: [known] });
    if (started) return started;
  }
  const until = limit.kind === "exceeded" ? { until: limit.until } : await exceededUntil(deps, window);
  await recordRefusal(deps, found, known);
  return { kind: "limit", roadblock: "more-than-one-profile", ...until };
}

async function refuseClosed(
  deps: IdentityProofDeps,
  found: Counted,
  { until }: { until?: Date },
): Promise<FindPolicyResult> {
  await recordRefusal(deps, found, { event: "registration.unidentified", result: "closed", facts: found.facts });
  return { kind: "limit", roadblock: "registration-difficulties", ...(until && { until }) };
}

async function recordRefusal(
  deps: IdentityProofDeps,
  { requestContext, now, refunded }: Counted,
  event: Parameters<typeof policyEvent>[1],
): Promise<void> {
  const others = refunded.length > 0 ? [deps.limits.refunding({ keys: refunded })] : [];
  await recordWithWrites(deps, { at: now, events: [policyEvent(requestContext, event)], others });
}
