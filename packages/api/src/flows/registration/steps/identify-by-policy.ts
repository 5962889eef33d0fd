import { roles } from "@vestibule/catalogue/account.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import {
  checkPolicyNumber,
  normalisePolicyNumber,
  policyNumberLengths,
} from "@vestibule/contract/fields/policy-number.rule.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import { countLookup, prefixNetworkWindow, prefixWindow } from "../../../directory/lookup-limit.rule.ts";
import { birthAndPostalFaults, licenceFaults, readLicenceDetails } from "../../../directory/personal-facts.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { type LicenceDetails, licenceDiffers, matchPolicy } from "../../../directory/policy-match.rule.ts";
import { windowFacts } from "../../../limits/window-fact.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { type StateV2, withoutPerson } from "../attempt-state.schema.ts";
import { roleOf } from "../next-step.rule.ts";
import type { CallContext, CallHandler, Transition } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import {
  accept,
  atOnce,
  failIdentification,
  refuse,
  refuseCounted,
  refuseFields,
  throttle,
} from "../transition.rule.ts";
import { startVerification } from "./start-verification.ts";

/** Identifies a person by policy number and details. An unknown policy and a wrong person get the same answer. */
export const identifyByPolicy: CallHandler = async (context) => {
  const { deps, requestContext, session, request } = context;
  const body = readBody(policyIdentifyBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const typed = body.value;
  const faults = fieldFaults({
    policyNumber: checkPolicyNumber(typed.policyNumber, policyNumberLengths(requestContext.brand)),
    firstName: checkName(typed.firstName),
    lastName: checkName(typed.lastName),
    ...birthAndPostalFaults({ province: requestContext.province, now: session.now }, typed),
    ...licenceFaults(typed, { presence: "optional" }),
  });
  if (faults) return atOnce(refuseFields(faults));
  const { accountType } = session.state;
  if (accountType === undefined) return atOnce(refuse("WRONG_STEP"));

  const licence = readLicenceDetails(typed);
  const policyNumber = normalisePolicyNumber(typed.policyNumber);
  const rows = await deps.directory.findByPolicyNumber({ companies: requestContext.brand.companies, policyNumber });
  const matched = matchPolicy(rows, {
    firstName: normaliseText(typed.firstName),
    lastName: normaliseText(typed.lastName),
    dateOfBirth: typed.dateOfBirth,
    postalCode: normalisePostalCode(typed.postalCode),
    role: roleOf(accountType),
  });

  return async (transaction) => {
    const counted = await countLookup(deps.limits, transaction, { requestContext, policyNumber, result: matched.kind });
    if (counted.kind === "full") return throttle(counted);
    if (matched.kind === "match")
      return weighMatch(context, transaction, {
        row: matched.row,
        licence,
        isLicenceLeftOut: typed.driverLicense !== undefined && licence === undefined,
      });
    const facts = windowFacts(deps.limits, [
      prefixWindow({ brandId: requestContext.brand.id, policyNumber }),
      prefixNetworkWindow({ requestContext, policyNumber }),
    ]);
    const { mismatch, isOtherRole } = matched;
    const state = { ...session.state, ...(isOtherRole && { isOtherRole }) };
    return missed(state, { error: "POLICY_NUMBER_NOT_FOUND", reason: mismatch, facts });
  };
};

/**
 * Checks legacy registry, account and licence in this order, then starts verification. A driver who gives no licence
 * must give the one on file, if the form offered the field.
 */
async function weighMatch(
  context: CallContext,
  transaction: Trx,
  match: { row: PolicyPerson; licence: LicenceDetails | undefined; isLicenceLeftOut: boolean },
): Promise<Transition> {
  const { deps, requestContext, session } = context;
  const { row } = match;
  const state = withoutPerson(session.state);
  if (row.registry === "legacy")
    return accept({}, { page: "REDIRECT", state, events: [{ event: "registration.redirected", result: "legacy" }] });
  const account = await deps.accountStore.findByPerson(transaction, {
    brandId: requestContext.brand.id,
    personKey: row.personKey,
  });
  if (account) return known(state, row.id);
  if (licenceDiffers(row, match.licence))
    return missed(session.state, { error: "DRIVE_LICENSE_NUMBER_NOT_FOUND", reason: "licence" });
  if (match.isLicenceLeftOut && row.role === roles.insuredDriver && row.licenceNumber !== null)
    return refuseFields({ driverLicense: "required" });
  return startVerification(context, transaction, { person: row, by: session.page });
}

/** The person already has an account: they may continue with a code to the e-mail it uses. */
function known(before: StateV2, knownRowId: string): Transition {
  const lookupsKnown = before.lookupsKnown + 1;
  if (lookupsKnown >= limitRows.lookupSession.limit) return failIdentification("alreadyRegistered");
  return refuseCounted("ACCOUNT_ALREADY_EXISTS", limitRows.lookupSession.limit - lookupsKnown, {
    state: { ...before, lookupsKnown, knownRowId },
    events: [{ event: "registration.alreadyRegistered", result: "refused" }],
  });
}

/** Counts a lookup without a match; the third ends the session. */
export function missed(
  before: StateV2,
  miss: {
    error: "POLICY_NUMBER_NOT_FOUND" | "DRIVE_LICENSE_NUMBER_NOT_FOUND";
    reason: string;
    facts?: Record<string, string>;
  },
): Transition {
  const { knownRowId, ...state } = before;
  const lookupsMissed = before.lookupsMissed + 1;
  const { isOtherRole } = state;
  if (lookupsMissed >= limitRows.lookupSession.limit)
    return failIdentification(miss.reason, {
      ...(miss.facts && { facts: miss.facts }),
      ...(isOtherRole && { isOtherRole }),
    });
  return refuseCounted(miss.error, limitRows.lookupSession.limit - lookupsMissed, {
    state: { ...state, lookupsMissed },
    events: [{ event: "registration.notFound", result: miss.reason, ...(miss.facts && { facts: miss.facts }) }],
  });
}
