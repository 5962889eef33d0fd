import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { PolicyFindAnswer, PolicyFindBody } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import { type AuditEvent, livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { LimitWindow } from "../../capabilities/limits/limit.port.ts";
import { windowFacts } from "../../capabilities/limits/window-fact.rule.ts";
import {
  countLookup,
  lookupWindow,
  prefixNetworkWindow,
  prefixWindow,
} from "../../capabilities/policy-directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import { licenceDiffers, matchPolicy } from "../../capabilities/policy-directory/policy-match.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { beginRegistration } from "./begin-registration.journey.ts";
import { readClaim } from "./find-claim.rule.ts";
import type { LegacyRefusal } from "./legacy-call.port.ts";

export type FindEnding =
  | { kind: "found"; answer: PolicyFindAnswer }
  /** The person has an account: the same answer, another status. */
  | { kind: "known"; answer: PolicyFindAnswer }
  | { kind: "notFound"; triesLeft: number }
  | Extract<LegacyRefusal, { kind: "malformed" | "limit" | "wait" }>;

interface Lookup {
  visit: Visit;
  policyNumber: string;
  ubi: boolean;
  findsAccount: boolean;
  matched: ReturnType<typeof matchPolicy>;
  /** Why a person who matched is treated as one who did not, unless they have an account. */
  licence: "fits" | "differs";
  onPolicy: readonly PolicyPerson[];
  policies: readonly PolicyPerson[];
}

/**
 * Finds a person of the book by policy number, whichever registry their row comes from. An unknown number, another
 * person and another licence get one and the same answer.
 */
export async function findByPolicy(parts: ProvingParts, visit: Visit, body: PolicyFindBody): Promise<FindEnding> {
  const reading = readClaim(body, { visit, now: parts.clock.now() });
  if (reading.kind === "malformed") return reading;
  const { policyNumber, person, licence } = reading.claim;
  const { companies } = visit.brand;
  const onPolicy = await parts.directory.findByPolicyNumber({ companies, policyNumber });
  const matched = matchPolicy(onPolicy, person);
  const row = matched.kind === "match" ? matched.row : undefined;
  const policies = row ? await parts.directory.findByPerson({ companies, personKey: row.personKey }) : [];
  const differs = row !== undefined && licenceDiffers(row, licence);
  const lookup: Lookup = {
    visit,
    policyNumber,
    ubi: body.flow === "ubi",
    findsAccount: body.purpose === "findAccount",
    matched,
    licence: differs ? "differs" : "fits",
    onPolicy,
    policies,
  };
  return transact(parts.database, (transaction) => weigh(parts, transaction, lookup));
}

async function weigh(parts: ProvingParts, transaction: Trx, lookup: Lookup): Promise<FindEnding> {
  const { visit, policyNumber, matched } = lookup;
  const counted = await countLookup(parts.limits, transaction, { visit, policyNumber, result: matched.kind });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  // Counted before the answer: while it is full not even the right person gets another one.
  const window = lookupWindow("lookupMissJourney", lookup);
  const prefix = prefixWindow({ brandId: visit.brand.id, policyNumber });
  const facts = windowFacts(parts.limits, [prefix, prefixNetworkWindow(lookup)]);
  const misses = await parts.limits.take(transaction, window);
  const tooMany = () => over(parts, transaction, { roadblock: "registration-difficulties", window });
  if (misses.kind === "full") {
    await tellTrail(parts, transaction, visit, { event: "registration.unidentified", result: "closed", facts });
    return tooMany();
  }
  const account =
    matched.kind === "match" &&
    (await parts.users.findByPerson(transaction, { brandId: visit.brand.id, personKey: matched.row.personKey }));
  if (matched.kind === "noMatch" || (!account && lookup.licence === "differs")) {
    await tellTrail(parts, transaction, visit, {
      event: "registration.notFound",
      result: matched.kind === "noMatch" ? matched.mismatch : "licence",
      facts,
    });
    if (misses.left > 0) return { kind: "notFound", triesLeft: misses.left };
    return tooMany();
  }
  const found = { ...lookup, person: matched.row };
  if (account) {
    await parts.limits.giveBack(transaction, misses);
    return known(parts, transaction, { ...found, accountId: account.id });
  }
  await parts.limits.forget(transaction, window);
  return begun(parts, transaction, found);
}

type Found = Lookup & { person: PolicyPerson };

async function begun(parts: ProvingParts, transaction: Trx, found: Found): Promise<FindEnding> {
  const beginning = await beginRegistration(parts, transaction, { ...found, account: "none" });
  return beginning.kind === "begun" ? { kind: "found", answer: beginning.answer } : beginning;
}

/** Has an account already: a code shows which address it uses. The third such find ends the journey. */
async function known(parts: ProvingParts, transaction: Trx, found: Found & { accountId: string }): Promise<FindEnding> {
  const { visit, accountId } = found;
  const window = lookupWindow("lookupKnownJourney", found);
  const taken = await parts.limits.take(transaction, window);
  const tooMany = () => over(parts, transaction, { roadblock: "more-than-one-profile", window });
  const isOpen = taken.kind === "taken" && taken.left > 0;
  const beginning = isOpen ? await beginRegistration(parts, transaction, { ...found, account: "exists" }) : undefined;
  await tellTrail(parts, transaction, visit, { event: "registration.alreadyRegistered", result: "refused", accountId });
  if (beginning === undefined) return tooMany();
  return beginning.kind === "begun" ? { kind: "known", answer: beginning.answer } : beginning;
}

/** Closed for a while, which is told. */
async function over(
  { limits }: ProvingParts,
  transaction: Trx,
  { roadblock, window }: { roadblock: RaisedRoadblockId; window: LimitWindow },
): Promise<FindEnding> {
  const now = await limits.look(transaction, window);
  return { kind: "limit", roadblock, ...(now.kind === "full" && { until: now.until }) };
}

async function tellTrail(
  { auditor }: ProvingParts,
  transaction: Trx,
  visit: Visit,
  event: Pick<AuditEvent, "event" | "result" | "accountId" | "facts">,
): Promise<void> {
  await auditor.record(transaction, {
    ...event,
    brandId: visit.brand.id,
    actor: "person",
    lived: livedIn("legacyRegistration", visit),
    facts: { road: "v1", ...event.facts },
  });
}
