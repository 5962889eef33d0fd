import { roles } from "@vestibule/catalogue/account.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import type { Account } from "../../../accounts/account-store.port.ts";
import type { RequestContext } from "../../../deps.ts";
import { countLookup, lookupWindow } from "../../../directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { type LicenceDetails, licenceDiffers } from "../../../directory/policy-match.rule.ts";
import type { LimitWindow } from "../../../limits/limit.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { transact } from "../../../platform/transaction.adapter.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../../verification/identity-proof.port.ts";
import { type AttemptState, withoutPerson } from "../attempt-state.schema.ts";
import { roleOf } from "../next-step.rule.ts";
import { lookUpPolicy, missFacts, type PolicyLookup } from "../policy-lookup.ts";
import type { CallContext, InputHandler, Transition } from "../registration-call.port.ts";
import { accept, failIdentification, refuseFields, throttle } from "../transition.rule.ts";
import { record, type Started, startIdentified } from "./start-identified.ts";
import { startVerification } from "./start-verification.ts";

type PolicyIdentity = z.infer<typeof policyIdentifyBody>;

/** Identifies a person by policy number and details. An unknown policy and a wrong person get the same answer. */
export const identifyByPolicy: InputHandler<PolicyIdentity> = async (context, typed) => {
  const { deps, requestContext, attempt } = context;
  const { accountType } = attempt.state;
  if (accountType === undefined) return { result: { kind: "wrongStep" } };
  const rule = { requestContext, now: attempt.now, licence: "optional", role: roleOf(accountType) } as const;
  const lookup = await lookUpPolicy(deps.directory, typed, rule);
  if (lookup.kind === "malformed") return { result: lookup };
  const { matched, licence } = lookup;

  return async (transaction) => {
    const counted = await countLookup(deps.limits, transaction, { ...lookup, result: matched.kind });
    if (counted.kind === "full") return throttle(counted);
    if (matched.kind === "match")
      return checkMatch(context, transaction, {
        row: matched.row,
        licence,
        isLicenceLeftOut: typed.driverLicense !== undefined && licence === undefined,
      });
    const { mismatch, isOtherRole } = matched;
    const state = { ...attempt.state, ...(isOtherRole && { isOtherRole }) };
    return missed(state, { kind: "policyNotFound", reason: mismatch, facts: missFacts(deps.limits, lookup) });
  };
};

/**
 * Checks legacy registry, account and licence in this order, then starts verification. A driver who gives no licence
 * must give the one on file, if the form offered the field.
 */
async function checkMatch(
  context: CallContext,
  transaction: Trx,
  match: { row: PolicyPerson; licence: LicenceDetails | undefined; isLicenceLeftOut: boolean },
): Promise<Transition> {
  const { deps, requestContext, attempt } = context;
  const { row } = match;
  const state = withoutPerson(attempt.state);
  if (row.registry === "legacy")
    return accept({}, { page: "REDIRECT", state, events: [{ event: "registration.redirected", result: "legacy" }] });
  const account = await deps.accountStore.findByPerson(transaction, {
    brandId: requestContext.brand.id,
    personKey: row.personKey,
  });
  if (account) return known(state, row.id);
  if (licenceDiffers(row, match.licence)) return missed(attempt.state, { kind: "driverNotFound", reason: "licence" });
  if (match.isLicenceLeftOut && row.role === roles.insuredDriver && row.licenceNumber !== null)
    return refuseFields({ driverLicense: "required" });
  return startVerification(context, transaction, { person: row, by: attempt.page });
}

/** The person already has an account: they may continue with a code to the e-mail it uses. */
function known(before: AttemptState, knownRowId: string): Transition {
  const lookupsKnown = before.lookupsKnown + 1;
  if (lookupsKnown >= limitRows.lookupSession.limit) return failIdentification("alreadyRegistered");
  return {
    result: { kind: "accountExists", triesLeft: limitRows.lookupSession.limit - lookupsKnown },
    state: { ...before, lookupsKnown, knownRowId },
    events: [{ event: "registration.alreadyRegistered", result: "refused" }],
  };
}

/** Counts a lookup without a match; the third ends the registration. */
export function missed(
  before: AttemptState,
  miss: {
    kind: "policyNotFound" | "driverNotFound";
    reason: string;
    facts?: Record<string, string>;
  },
): Transition {
  const { knownRowId, ...state } = before;
  const lookupsMissed = before.lookupsMissed + 1;
  const { isOtherRole } = state;
  const { facts = {} } = miss;
  if (lookupsMissed >= limitRows.lookupSession.limit) return failIdentification(miss.reason, { facts, isOtherRole });
  return {
    result: { kind: miss.kind, triesLeft: limitRows.lookupSession.limit - lookupsMissed },
    state: { ...state, lookupsMissed },
    events: [{ event: "registration.notFound", result: miss.reason, facts }],
  };
}

export interface PolicySearch extends PolicyIdentity {
  /** From the driving programme's own page, which requires a licence. */
  flow?: "ubi" | undefined;
  /** The person is looking for their existing account. */
  purpose?: "findAccount" | undefined;
}

export type FindPolicyResult =
  /** `known`: the person has an account; a code shows which e-mail it uses. */
  | (Started & { kind: "found" | "known" })
  | { kind: "notFound"; triesLeft: number }
  | Extract<IdentityProofRefusal, { kind: "malformed" | "limit" | "lockedOut" | "wait" }>;

interface Search extends PolicyLookup {
  ubi: boolean;
  findsAccount: boolean;
  /** A match then counts as not found unless the person has an account. */
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
  const search: Search = {
    ...{ ...lookup, ubi },
    findsAccount: typed.purpose === "findAccount",
    isOtherLicence: row !== undefined && licenceDiffers(row, lookup.licence),
    policies: row ? await deps.directory.findByPerson({ companies, personKey: row.personKey }) : [],
  };
  return transact(deps.database, (transaction) => countAndStart(deps, transaction, search));
}

async function countAndStart(deps: IdentityProofDeps, transaction: Trx, search: Search): Promise<FindPolicyResult> {
  const { requestContext, matched } = search;
  const brandId = requestContext.brand.id;
  const counted = await countLookup(deps.limits, transaction, { ...search, result: matched.kind });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  // Consumed before the answer: once reached, even the right person is refused.
  const window = lookupWindow("lookupMissJourney", search);
  const facts = missFacts(deps.limits, search);
  const misses = await deps.limits.consume(transaction, window);
  const tooMany = () => refuseAtLimit(deps, transaction, { roadblock: "registration-difficulties", window });
  if (misses.kind === "full") {
    await record(deps, transaction, requestContext, { event: "registration.unidentified", result: "closed", facts });
    return tooMany();
  }
  const account =
    matched.kind === "match"
      ? await deps.accountStore.findByPerson(transaction, { brandId, personKey: matched.row.personKey })
      : undefined;
  if (matched.kind === "noMatch" || (!account && search.isOtherLicence)) {
    const result = matched.kind === "noMatch" ? matched.mismatch : "licence";
    await record(deps, transaction, requestContext, { event: "registration.notFound", result, facts });
    return misses.left > 0 ? { kind: "notFound", triesLeft: misses.left } : tooMany();
  }
  const found = { ...search, person: matched.row };
  if (account) {
    await deps.limits.refund(transaction, misses);
    return startKnown(deps, transaction, { ...found, account });
  }
  await deps.limits.reset(transaction, window);
  return startIdentified(deps, transaction, { ...found, account });
}

/** The person already has an account. The third such result ends the journey. */
async function startKnown(
  deps: IdentityProofDeps,
  transaction: Trx,
  found: Search & { person: PolicyPerson; account: Account },
): Promise<FindPolicyResult> {
  const { requestContext, account } = found;
  const window = lookupWindow("lookupKnownJourney", found);
  const taken = await deps.limits.consume(transaction, window);
  const isOpen = taken.kind === "taken" && taken.left > 0;
  const result = isOpen
    ? await startIdentified(deps, transaction, found)
    : await refuseAtLimit(deps, transaction, { roadblock: "more-than-one-profile", window });
  await record(deps, transaction, requestContext, {
    ...{ event: "registration.alreadyRegistered", result: "refused", accountId: account.id },
  });
  return result;
}

/** Locked out, with the end of the lockout if there is one. */
async function refuseAtLimit(
  { limits }: IdentityProofDeps,
  transaction: Trx,
  { roadblock, window }: { roadblock: RaisedRoadblockId; window: LimitWindow },
): Promise<FindPolicyResult> {
  const now = await limits.peek(transaction, window);
  return { kind: "limit", roadblock, ...(now.kind === "full" && { until: now.until }) };
}
