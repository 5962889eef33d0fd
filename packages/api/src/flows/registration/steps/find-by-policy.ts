import type { VerificationMethod } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import { type Account, accountOfRow, findRelatedAccounts } from "../../../accounts/account.store.ts";
import { type AuditEvent, journeyEvent } from "../../../audit/auditor.port.ts";
import type { RequestContext } from "../../../deps.ts";
import { countLookup, lookupWindow, missWindows } from "../../../directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { hasLicenceMismatch } from "../../../directory/policy-match.rule.ts";
import { removeFormerPersonIds } from "../../../identity/find-account-of-row.ts";
import { findRowsOfPerson } from "../../../identity/find-rows.ts";
import { identityByRow, identityOf } from "../../../identity/person.rule.ts";
import type { LimitWindow } from "../../../limits/limit.port.ts";
import { retryLater } from "../../../limits/retry-later.rule.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import { readTime } from "../../../platform/database.adapter.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { transact } from "../../../platform/transaction.adapter.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import type {
  IdentityProofDeps,
  IdentityProofRefusal,
  RoadblockLockout,
} from "../../../verification/identity-proof.port.ts";
import { factAtCreation } from "../../../verification/knowledge-check.ts";
import {
  findLockout,
  limitSubjectOf,
  lockoutScope,
  randomizeCodeThreshold,
} from "../../../verification/lockout.rule.ts";
import { insertAttempt, newAttempt, type RegistrationAttempt } from "../attempt.store.ts";
import { attemptState } from "../attempt-state.schema.ts";
import { findPolicyholders } from "../household.rule.ts";
import { lookUpPolicy, type PolicyLookup } from "../policy-lookup.ts";

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

interface PersonLookup extends PolicyLookup {
  ubi: boolean;
  findsAccount: boolean;
  policies: readonly PolicyPerson[];
}

type MatchedLookup = PersonLookup & {
  person: PolicyPerson;
  account: Account | undefined;
  /** Accounts of the policyholders, where the person may join one. */
  holderAccounts: readonly Account[];
};

/**
 * The first call of a registration over API v1: finds a person in either registry. An unknown number, a different
 * person and a different licence get the same answer.
 */
export async function findByPolicy(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  typed: PolicySearch,
): Promise<FindPolicyResult> {
  const { database, directory } = deps;
  const ubi = typed.flow === "ubi";
  const rule = { requestContext, now: deps.clock.now(), licence: ubi ? "required" : "optional" } as const;
  const typedPolicy = await lookUpPolicy(directory, typed, rule);
  if (typedPolicy.kind === "malformed") return typedPolicy;
  const { matched, onPolicy, licence } = typedPolicy;
  const person = matched.kind === "match" ? matched.row : undefined;
  const { id: brandId, companies } = requestContext.brand;
  const policies = person ? await findRowsOfPerson(deps, { companies, person: identityByRow(person) }) : [];
  const lookup = { ...typedPolicy, ubi, findsAccount: typed.purpose === "findAccount", policies };
  const count = await countLookup(deps, lookup);
  if (count.kind === "exceeded") return retryLater(count);
  if (person === undefined) return refuseMiss(deps, lookup);
  const holders = findPolicyholders(person, { onPolicy, policies });
  const related = { brandId, rows: [person, ...holders] };
  await removeFormerPersonIds(deps, related);
  const accounts = await findRelatedAccounts(database, related);
  const ofHolders = holders.map((holder) => accountOfRow(accounts, holder)).filter((one) => one !== undefined);
  const account = accountOfRow(accounts, person);
  const found: MatchedLookup = { ...lookup, person, account, holderAccounts: [...new Set(ofHolders)] };
  if (account) return startKnown(deps, { ...found, account });
  return hasLicenceMismatch(person, licence) ? refuseMiss(deps, lookup) : startUnlessTooMany(deps, found);
}

/** Starts the registration. Once the limit of misses is reached, even a person who matches is refused. */
function startUnlessTooMany(deps: IdentityProofDeps, found: MatchedLookup): Promise<FindPolicyResult> {
  const { limits } = deps;
  const window = lookupWindow("lookupMissJourney", found);
  return transact(deps.database, async (transaction): Promise<FindPolicyResult> => {
    await limits.refund(transaction, missWindows(found));
    // Counts only while it is compared, so that concurrent lookups that match do not exhaust the limit.
    const misses = await limits.consume(transaction, window);
    if (misses.kind === "exceeded") return refuseClosed(deps, transaction, found, misses);
    await limits.reset(transaction, window);
    return startIdentified(deps, transaction, found);
  });
}

async function refuseMiss(deps: IdentityProofDeps, missed: PersonLookup): Promise<FindPolicyResult> {
  const { limits, database, auditor } = deps;
  const { matched } = missed;
  const window = lookupWindow("lookupMissJourney", missed);
  const misses = await limits.consume(database, window);
  return transact(database, async (transaction): Promise<FindPolicyResult> => {
    if (matched.kind === "match") await limits.refund(transaction, missWindows(missed));
    if (misses.kind === "exceeded") return refuseClosed(deps, transaction, missed, misses);
    const facts = windowFacts(limits, missWindows(missed));
    const result = matched.kind === "noMatch" ? matched.mismatch : "licence";
    await auditor.record(
      transaction,
      policyEvent(missed.requestContext, { event: "registration.notFound", result, facts }),
    );
    if (misses.left > 0) return { kind: "policyNotFound", triesLeft: misses.left };
    const until = await exceededUntil(deps, transaction, window);
    return { kind: "limit", roadblock: "registration-difficulties", ...until };
  });
}

/** Returns when a limit that was reached has room again. */
async function exceededUntil(
  { limits }: IdentityProofDeps,
  transaction: Trx,
  window: LimitWindow,
): Promise<{ until?: Date }> {
  const now = await limits.peek(transaction, window);
  return now.kind === "exceeded" ? { until: now.until } : {};
}

/** Starts a registration of a person who already has an account. The third such result ends the journey. */
function startKnown(deps: IdentityProofDeps, found: MatchedLookup & { account: Account }): Promise<FindPolicyResult> {
  const { limits } = deps;
  const window = lookupWindow("lookupKnownJourney", found);
  return transact(deps.database, async (transaction): Promise<FindPolicyResult> => {
    await limits.refund(transaction, missWindows(found));
    const misses = await limits.peek(transaction, lookupWindow("lookupMissJourney", found));
    if (misses.kind === "exceeded") return refuseClosed(deps, transaction, found, misses);
    const count = await limits.consume(transaction, window);
    const accountId = found.account.id;
    const known = { event: "registration.alreadyRegistered", result: "refused", accountId } as const;
    if (count.kind === "allowed" && count.left > 0) return startIdentified(deps, transaction, found, [known]);
    await deps.auditor.record(transaction, policyEvent(found.requestContext, known));
    const until = count.kind === "exceeded" ? { until: count.until } : await exceededUntil(deps, transaction, window);
    return { kind: "limit", roadblock: "more-than-one-profile", ...until };
  });
}

async function refuseClosed(
  { auditor, limits }: IdentityProofDeps,
  transaction: Trx,
  found: PersonLookup,
  { until }: { until: Date },
): Promise<FindPolicyResult> {
  const facts = windowFacts(limits, missWindows(found));
  const event = { event: "registration.unidentified", result: "closed", facts } as const;
  await auditor.record(transaction, policyEvent(found.requestContext, event));
  return { kind: "limit", roadblock: "registration-difficulties", until };
}

/** Starts a registration for an identified person, with the verification methods they may use. */
async function startIdentified(
  deps: IdentityProofDeps,
  transaction: Trx,
  found: MatchedLookup,
  events: readonly PolicyEvent[] = [],
): Promise<Started | RoadblockLockout> {
  const { requestContext, person, account } = found;
  const identity = limitSubjectOf({ brandId: requestContext.brand.id, identity: identityOf(person) });
  const lockout = await findLockout(deps.limits, transaction, identity);
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
  const at = await readTime(transaction);
  const attempt = newAttempt({ requestContext, api: "v1", page: "VERIFY_OPTIONS", state, at });
  // Saved even for a lockout, so that agents see whose it is.
  await insertAttempt(transaction, attempt, { requestContext, ...(lockout && { endReason: "locked" }) });
  const started: PolicyEvent = lockout
    ? { event: "code.locked", result: lockoutScope(lockout), facts: { roadblock: "resend-code" } }
    : {
        event: "registration.identified",
        result: "ok",
        facts: { channels: methods.length, account: account ? "exists" : "none" },
      };
  const recorded = [{ ...started, journeyId: attempt.id }, ...events];
  await deps.auditor.record(transaction, ...recorded.map((event) => policyEvent(requestContext, event)));
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
