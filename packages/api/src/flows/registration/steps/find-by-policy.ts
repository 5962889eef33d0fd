import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { PolicyFindAnswer, PolicyFindBody } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import { type AuditEvent, createAuditContext } from "../../../audit/auditor.port.ts";
import type { RequestContext } from "../../../deps.ts";
import { countLookup, lookupWindow, prefixNetworkWindow, prefixWindow } from "../../../directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { licenceDiffers, matchPolicy } from "../../../directory/policy-match.rule.ts";
import type { LimitWindow } from "../../../limits/limit.port.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { transact } from "../../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import type { LegacyRefusal } from "../legacy-call.port.ts";
import { readPolicyLookup } from "../policy-lookup.rule.ts";
import { beginRegistration } from "./start-identified.ts";

export type FindPolicyResult =
  | { kind: "found"; answer: PolicyFindAnswer }
  /** The person has an account: the same answer with another status. */
  | { kind: "known"; answer: PolicyFindAnswer }
  | { kind: "notFound"; triesLeft: number }
  | Extract<LegacyRefusal, { kind: "malformed" | "limit" | "lockedOut" | "wait" }>;

interface Lookup {
  requestContext: RequestContext;
  policyNumber: string;
  ubi: boolean;
  findsAccount: boolean;
  matched: ReturnType<typeof matchPolicy>;
  /** With `differs`, a match counts as not found unless the person has an account. */
  licence: "fits" | "differs";
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
  body: PolicyFindBody,
): Promise<FindPolicyResult> {
  const reading = readPolicyLookup(body, { requestContext, now: deps.clock.now() });
  if (reading.kind === "malformed") return reading;
  const { policyNumber, person, licence } = reading.claim;
  const { companies } = requestContext.brand;
  const onPolicy = await deps.directory.findByPolicyNumber({ companies, policyNumber });
  const matched = matchPolicy(onPolicy, person);
  const row = matched.kind === "match" ? matched.row : undefined;
  const policies = row ? await deps.directory.findByPerson({ companies, personKey: row.personKey }) : [];
  const differs = row !== undefined && licenceDiffers(row, licence);
  const lookup: Lookup = {
    requestContext,
    policyNumber,
    ubi: body.flow === "ubi",
    findsAccount: body.purpose === "findAccount",
    matched,
    licence: differs ? "differs" : "fits",
    onPolicy,
    policies,
  };
  return transact(deps.database, (transaction) => weigh(deps, transaction, lookup));
}

async function weigh(deps: IdentityProofDeps, transaction: Trx, lookup: Lookup): Promise<FindPolicyResult> {
  const { requestContext, policyNumber, matched } = lookup;
  const counted = await countLookup(deps.limits, transaction, { requestContext, policyNumber, result: matched.kind });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  // Consumed before the answer: once reached, even the right person is refused.
  const window = lookupWindow("lookupMissJourney", lookup);
  const prefix = prefixWindow({ brandId: requestContext.brand.id, policyNumber });
  const facts = windowFacts(deps.limits, [prefix, prefixNetworkWindow(lookup)]);
  const misses = await deps.limits.consume(transaction, window);
  const tooMany = () => over(deps, transaction, { roadblock: "registration-difficulties", window });
  if (misses.kind === "full") {
    await tellTrail(deps, transaction, requestContext, { event: "registration.unidentified", result: "closed", facts });
    return tooMany();
  }
  const account =
    matched.kind === "match" &&
    (await deps.accountStore.findByPerson(transaction, {
      brandId: requestContext.brand.id,
      personKey: matched.row.personKey,
    }));
  if (matched.kind === "noMatch" || (!account && lookup.licence === "differs")) {
    await tellTrail(deps, transaction, requestContext, {
      event: "registration.notFound",
      result: matched.kind === "noMatch" ? matched.mismatch : "licence",
      facts,
    });
    if (misses.left > 0) return { kind: "notFound", triesLeft: misses.left };
    return tooMany();
  }
  const found = { ...lookup, person: matched.row };
  if (account) {
    await deps.limits.refund(transaction, misses);
    return known(deps, transaction, { ...found, accountId: account.id });
  }
  await deps.limits.reset(transaction, window);
  return begun(deps, transaction, found);
}

type Found = Lookup & { person: PolicyPerson };

async function begun(deps: IdentityProofDeps, transaction: Trx, found: Found): Promise<FindPolicyResult> {
  const beginning = await beginRegistration(deps, transaction, { ...found, account: "none" });
  return beginning.kind === "begun" ? { kind: "found", answer: beginning.answer } : beginning;
}

/** The person already has an account: a code shows which e-mail it uses. The third such result ends the journey. */
async function known(
  deps: IdentityProofDeps,
  transaction: Trx,
  found: Found & { accountId: string },
): Promise<FindPolicyResult> {
  const { requestContext, accountId } = found;
  const window = lookupWindow("lookupKnownJourney", found);
  const taken = await deps.limits.consume(transaction, window);
  const tooMany = () => over(deps, transaction, { roadblock: "more-than-one-profile", window });
  const isOpen = taken.kind === "taken" && taken.left > 0;
  const beginning = isOpen ? await beginRegistration(deps, transaction, { ...found, account: "exists" }) : undefined;
  await tellTrail(deps, transaction, requestContext, {
    event: "registration.alreadyRegistered",
    result: "refused",
    accountId,
  });
  if (beginning === undefined) return tooMany();
  return beginning.kind === "begun" ? { kind: "known", answer: beginning.answer } : beginning;
}

/** Locked out, with the end of the lockout if there is one. */
async function over(
  { limits }: IdentityProofDeps,
  transaction: Trx,
  { roadblock, window }: { roadblock: RaisedRoadblockId; window: LimitWindow },
): Promise<FindPolicyResult> {
  const now = await limits.peek(transaction, window);
  return { kind: "limit", roadblock, ...(now.kind === "full" && { until: now.until }) };
}

async function tellTrail(
  { auditor }: IdentityProofDeps,
  transaction: Trx,
  requestContext: RequestContext,
  event: Pick<AuditEvent, "event" | "result" | "accountId" | "facts">,
): Promise<void> {
  await auditor.record(transaction, {
    ...event,
    brandId: requestContext.brand.id,
    actor: "person",
    auditContext: createAuditContext("legacyRegistration", requestContext),
    facts: { road: "v1", ...event.facts },
  });
}
