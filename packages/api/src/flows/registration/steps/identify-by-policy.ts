import { roles } from "@vestibule/catalogue/account.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import { accountOfRow } from "../../../accounts/account.store.ts";
import { missWindows } from "../../../directory/lookup-limit.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { type LicenceDetails, licenceDiffers } from "../../../directory/policy-match.rule.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import type { DayLockout } from "../../../verification/lockout.rule.ts";
import { type AttemptState, withoutPerson } from "../attempt-state.schema.ts";
import { countPolicyLookup, lookUpPolicy } from "../policy-lookup.ts";
import type { CallContext, InputHandler, Transition } from "../registration-call.port.ts";
import { accept, failIdentification, refuseFields, throttle } from "../transition.rule.ts";
import { startVerification } from "./choose-method.ts";

/** Identifies a person by policy number and details. An unknown policy and a wrong person get the same answer. */
export const identifyByPolicy: InputHandler<z.infer<typeof policyIdentifyBody>> = async (context, typed) => {
  const { deps, requestContext, attempt } = context;
  const { accountType } = attempt.state;
  if (accountType === undefined) return { result: { kind: "wrongStep" } };
  const rule = { requestContext, now: attempt.now, licence: "optional", role: roles[accountType] } as const;
  const lookup = await lookUpPolicy(deps.directory, typed, rule);
  if (lookup.kind === "malformed") return { result: lookup };
  const { matched, licence } = lookup;

  const rows = matched.kind === "match" ? [matched.row] : [];
  const { limit, accounts, lockout } = await countPolicyLookup(deps, lookup, { rows });
  if (limit.kind === "exceeded") return throttle(limit);
  const { keys: counted } = limit;
  if (matched.kind === "match") {
    const transition = await checkMatch(context, {
      row: matched.row,
      hasAccount: accountOfRow(accounts, matched.row) !== undefined,
      lockout,
      licence,
      isLicenceLeftOut: typed.driverLicense !== undefined && licence === undefined,
    });
    const refund = deps.limits.refunding({ keys: deps.limits.newestKeys(missWindows(lookup)) });
    const { counted: more = [], writes = [] } = transition;
    return { ...transition, counted: [...counted, ...more], writes: [refund, ...writes] };
  }
  const { mismatch, isOtherRole } = matched;
  const state = { ...attempt.state, ...(isOtherRole && { isOtherRole }) };
  return {
    ...countMissedLookup(state, {
      kind: "policyNotFound",
      reason: mismatch,
      facts: windowFacts(deps.limits, missWindows(lookup)),
    }),
    counted,
  };
};

/**
 * Checks legacy registry, account and licence in this order, then starts verification. A driver who gives no licence
 * must give the one on file, if the form offered the field.
 */
async function checkMatch(
  { attempt, ...context }: CallContext,
  match: {
    row: PolicyPerson;
    hasAccount: boolean;
    lockout: DayLockout | undefined;
    licence: LicenceDetails | undefined;
    isLicenceLeftOut: boolean;
  },
): Promise<Transition> {
  const { row, lockout } = match;
  const state = withoutPerson(attempt.state);
  if (row.registry === "legacy")
    return accept({}, { page: "REDIRECT", state, events: [{ event: "registration.redirected", result: "legacy" }] });
  if (match.hasAccount) return offerKnownEmail(state, row.id);
  if (licenceDiffers(row, match.licence))
    return countMissedLookup(attempt.state, { kind: "driverNotFound", reason: "licence" });
  if (match.isLicenceLeftOut && row.role === roles.insuredDriver && row.licenceNumber !== null)
    return refuseFields({ driverLicense: "required" });
  return startVerification({ ...context, attempt }, { person: row, by: attempt.page, lockout });
}

/** Continues for a person who already has an account: they may request a code to the e-mail it uses. */
function offerKnownEmail(before: AttemptState, knownRowId: string): Transition {
  const lookupsKnown = before.lookupsKnown + 1;
  if (lookupsKnown >= limitRows.lookupSession.limit) return failIdentification("alreadyRegistered");
  return {
    result: { kind: "accountExists", triesLeft: limitRows.lookupSession.limit - lookupsKnown },
    state: { ...before, lookupsKnown, knownRowId },
    events: [{ event: "registration.alreadyRegistered", result: "refused" }],
  };
}

/** Counts a lookup without a match; the third ends the registration. */
export function countMissedLookup(
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
