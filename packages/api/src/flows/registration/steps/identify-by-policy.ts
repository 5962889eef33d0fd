import { roles } from "@vestibule/catalogue/account.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import { countLookup, prefixNetworkWindow, prefixWindow } from "../../../directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { type LicenceDetails, licenceDiffers, matchPolicy } from "../../../directory/policy-match.rule.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { type AttemptState, withoutPerson } from "../attempt-state.schema.ts";
import { roleOf } from "../next-step.rule.ts";
import { readPolicyLookup } from "../policy-lookup.rule.ts";
import type { CallContext, InputHandler, Transition } from "../registration-call.port.ts";
import { accept, failIdentification, refuseFields, throttle } from "../transition.rule.ts";
import { startVerification } from "./start-verification.ts";

/** Identifies a person by policy number and details. An unknown policy and a wrong person get the same answer. */
export const identifyByPolicy: InputHandler<z.infer<typeof policyIdentifyBody>> = async (context, typed) => {
  const { deps, requestContext, attempt } = context;
  const { accountType } = attempt.state;
  if (accountType === undefined) return { result: { kind: "wrongStep" } };
  const read = readPolicyLookup(typed, { requestContext, now: attempt.now, licence: "optional" });
  if (read.kind === "malformed") return { result: read };
  const { policyNumber, person, licence } = read;
  const rows = await deps.directory.findByPolicyNumber({ companies: requestContext.brand.companies, policyNumber });
  const matched = matchPolicy(rows, { ...person, role: roleOf(accountType) });

  return async (transaction) => {
    const counted = await countLookup(deps.limits, transaction, { requestContext, policyNumber, result: matched.kind });
    if (counted.kind === "full") return throttle(counted);
    if (matched.kind === "match")
      return checkMatch(context, transaction, {
        row: matched.row,
        licence,
        isLicenceLeftOut: typed.driverLicense !== undefined && licence === undefined,
      });
    const facts = windowFacts(deps.limits, [
      prefixWindow({ brandId: requestContext.brand.id, policyNumber }),
      prefixNetworkWindow({ requestContext, policyNumber }),
    ]);
    const { mismatch, isOtherRole } = matched;
    const state = { ...attempt.state, ...(isOtherRole && { isOtherRole }) };
    return missed(state, { kind: "policyNotFound", reason: mismatch, facts });
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
