import { roles } from "@vestibule/catalogue/account.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import { accountOfRow, findRelatedAccounts } from "../../../accounts/account.store.ts";
import type { AuditEvent } from "../../../audit/auditor.port.ts";
import { countLookup, missWindows } from "../../../directory/lookup-limit.rule.ts";
import { removeFormerPersonIds } from "../../../identity/find-account-of-row.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { afterMatch, type PolicyMatch } from "../after-match.rule.ts";
import { type AttemptState, withoutPerson } from "../attempt-state.schema.ts";
import { lookUpPolicy } from "../policy-lookup.ts";
import type { InputHandler, RegistrationContext, Transition } from "../registration-call.port.ts";
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
  const count = await countLookup(deps, lookup);
  if (count.kind === "exceeded") return throttle(count);
  if (matched.kind === "match") {
    const { row } = matched;
    const ofRow = { brandId: requestContext.brand.id, rows: [row] };
    await removeFormerPersonIds(deps, ofRow);
    return async (transaction) => {
      await deps.limits.refund(transaction, missWindows(lookup));
      const owner = accountOfRow(await findRelatedAccounts(transaction, ofRow), row);
      const isLicenceLeftOut = typed.driverLicense !== undefined && licence === undefined;
      return checkMatch(context, transaction, { row, hasAccount: owner !== undefined, licence, isLicenceLeftOut });
    };
  }
  const { mismatch, isOtherRole } = matched;
  const state = { ...attempt.state, ...(isOtherRole && { isOtherRole }) };
  const facts = windowFacts(deps.limits, missWindows(lookup));
  return countMissedLookup(state, { kind: "policyNotFound", reason: mismatch, facts });
};

async function checkMatch(context: RegistrationContext, transaction: Trx, match: PolicyMatch): Promise<Transition> {
  const { attempt } = context;
  const { row } = match;
  const state = withoutPerson(attempt.state);
  switch (afterMatch(match)) {
    case "legacyRegistry":
      return accept({}, { page: "REDIRECT", state, events: [{ event: "registration.redirected", result: "legacy" }] });
    case "hasAccount":
      return offerKnownEmail(state, row.id);
    case "licenceMismatch":
      return countMissedLookup(attempt.state, { kind: "driverNotFound", reason: "licence" });
    case "licenceRequired":
      return refuseFields({ driverLicense: "required" });
    case "identified":
      return startVerification(context, transaction, { person: row });
  }
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

const missEvents = { policyNotFound: "registration.notFound", driverNotFound: "registration.driverNotFound" } as const;

/** Counts a lookup without a match; the third ends the registration. */
export function countMissedLookup(
  before: AttemptState,
  miss: {
    kind: keyof typeof missEvents;
    reason: string;
    facts?: AuditEvent["facts"];
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
    events: [{ event: missEvents[miss.kind], result: miss.reason, facts }],
  };
}
