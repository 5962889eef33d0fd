import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import type { Account } from "../../../accounts/account-store.port.ts";
import type { RequestContext } from "../../../deps.ts";
import { countLookup, lookupWindow, prefixNetworkWindow, prefixWindow } from "../../../directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { licenceDiffers, matchPolicy } from "../../../directory/policy-match.rule.ts";
import type { LimitWindow } from "../../../limits/limit.port.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { transact } from "../../../platform/transaction.adapter.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../../verification/identity-proof.port.ts";
import { readPolicyLookup } from "../policy-lookup.rule.ts";
import { record, type Started, startIdentified } from "./start-identified.ts";

export interface PolicySearch extends z.infer<typeof policyIdentifyBody> {
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

interface Lookup {
  requestContext: RequestContext;
  policyNumber: string;
  ubi: boolean;
  findsAccount: boolean;
  matched: ReturnType<typeof matchPolicy>;
  /** A match then counts as not found unless the person has an account. */
  isOtherLicence: boolean;
  /** Everyone on the policy. */
  onPolicy: readonly PolicyPerson[];
  policies: readonly PolicyPerson[];
}

/**
 * Finds a person by policy number in either registry. An unknown number, a different person and a different licence
 * get the same answer.
 */
export async function findByPolicy(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  typed: PolicySearch,
): Promise<FindPolicyResult> {
  const ubi = typed.flow === "ubi";
  const now = deps.clock.now();
  const read = readPolicyLookup(typed, { requestContext, now, licence: ubi ? "required" : "optional" });
  if (read.kind === "malformed") return read;
  const { policyNumber, person, licence } = read;
  const { companies } = requestContext.brand;
  const onPolicy = await deps.directory.findByPolicyNumber({ companies, policyNumber });
  const matched = matchPolicy(onPolicy, person);
  const row = matched.kind === "match" ? matched.row : undefined;
  const lookup: Lookup = {
    ...{ requestContext, policyNumber, ubi, matched, onPolicy },
    findsAccount: typed.purpose === "findAccount",
    isOtherLicence: row !== undefined && licenceDiffers(row, licence),
    policies: row ? await deps.directory.findByPerson({ companies, personKey: row.personKey }) : [],
  };
  return transact(deps.database, (transaction) => countAndStart(deps, transaction, lookup));
}

async function countAndStart(deps: IdentityProofDeps, transaction: Trx, lookup: Lookup): Promise<FindPolicyResult> {
  const { requestContext, policyNumber, matched } = lookup;
  const brandId = requestContext.brand.id;
  const counted = await countLookup(deps.limits, transaction, { requestContext, policyNumber, result: matched.kind });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  // Consumed before the answer: once reached, even the right person is refused.
  const window = lookupWindow("lookupMissJourney", lookup);
  const facts = windowFacts(deps.limits, [prefixWindow({ brandId, policyNumber }), prefixNetworkWindow(lookup)]);
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
  if (matched.kind === "noMatch" || (!account && lookup.isOtherLicence)) {
    const result = matched.kind === "noMatch" ? matched.mismatch : "licence";
    await record(deps, transaction, requestContext, { event: "registration.notFound", result, facts });
    return misses.left > 0 ? { kind: "notFound", triesLeft: misses.left } : tooMany();
  }
  const found = { ...lookup, person: matched.row };
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
  found: Lookup & { person: PolicyPerson; account: Account },
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
