import { roles } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { checkEmail, readEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { offersPolicyNumber } from "@vestibule/contract/flow.rule.ts";
import {
  driverIdentifyBody,
  emailIdentifyBody,
  findEmailBody,
  policyIdentifyBody,
  policyNumberMethodBody,
  profileIdentifyBody,
} from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import { relatedAccountsOf, withRelatedAccounts } from "../../../accounts/account.store.ts";
import { birthAndPostalFaults, licenceFaults, readLicenceDetails } from "../../../directory/personal-facts.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { driverMismatch } from "../../../directory/policy-match.rule.ts";
import { identityOf } from "../../../identity/person.rule.ts";
import { consumeWithLockout, findLockout, limitSubjectOf } from "../../../verification/lockout.rule.ts";
import { withoutPerson } from "../attempt-state.schema.ts";
import { classifyProfiles } from "../profile-choice.rule.ts";
import type { CallContext, InputHandler } from "../registration-call.port.ts";
import { accept, refuseFields, requirePerson, throttle, withBody } from "../transition.rule.ts";
import { revokingSentCodes, startVerification } from "./choose-method.ts";
import { countMissedLookup, identifyByPolicy } from "./identify-by-policy.ts";
import { onVerified, relatedTo } from "./on-verified.ts";

/** Chooses one of the offered profiles; the others stay for going back. */
const chooseProfile: InputHandler<{ profileId: string }> = async (context, { profileId }) => {
  const { deps, attempt } = context;
  const { profiles } = attempt.state;
  const choice = profiles?.find((profile) => profile.id === profileId);
  const person = choice && (await deps.directory.findById(choice.rowId));
  if (person === undefined) return refuseFields({ profileId: profileId ? "format" : "required" });
  return startVerification(context, { ...(await findPersonLockout(context, person)), keep: { profiles } });
};

/**
 * Finds profiles of the chosen role by e-mail: one starts verification, several offer a choice, none or ambiguous
 * ones ask for the policy number.
 */
const identifyByEmail: InputHandler<{ email: string }> = async (context, typed) => {
  const { deps, requestContext, attempt } = context;
  const email = readEmail(typed.email)?.email;
  if (email === undefined) return refuseFields({ email: checkEmail(typed.email)?.key ?? "format" });
  const { accountType } = attempt.state;
  if (accountType === undefined) return { result: { kind: "wrongStep" } };

  const rows = await deps.directory.findByEmail({
    companies: requestContext.brand.companies,
    email,
    role: roles[accountType],
  });
  const finding = classifyProfiles(rows);
  const unfound = withoutPerson(attempt.state);

  const window = { limit: "lookupClientIp", subject: requestContext.clientIp } as const;
  if (finding.kind === "one") {
    const { row: person } = finding;
    const identity = limitSubjectOf({ brandId: attempt.brandId, identity: identityOf(person) });
    const count = { windows: [window], identity };
    const { limit, lockout } = await consumeWithLockout(deps.limits, deps.database, count);
    return limit.kind === "exceeded"
      ? throttle(limit)
      : startVerification(context, { person, by: attempt.page, lockout });
  }
  const counted = await deps.limits.consume(deps.database, window);
  if (counted.kind === "exceeded") return throttle(counted);
  if (finding.kind === "several") {
    const profiles = finding.choices.map((choice) => ({ id: deps.random.token(9), ...choice }));
    return accept({}, { page: "MULTIPLE_PROFILES", state: { ...unfound, profiles } });
  }
  return accept(
    {},
    {
      page: "POLICY_IDENTIFICATION",
      state: { ...unfound, emailNotEnough: finding.kind },
      events: [{ event: "registration.emailNotEnough", result: finding.kind }],
    },
  );
};

/** Checks the facts of a driver who was identified by e-mail only, after the code. */
const confirmDriver: InputHandler<z.infer<typeof driverIdentifyBody>> = async (context, typed) => {
  const call = requirePerson(context);
  const { deps, requestContext, attempt, person } = call;
  const hasLicenceOnFile = person.licenceNumber !== null;
  const faults = fieldFaults({
    ...birthAndPostalFaults({ province: requestContext.province, now: attempt.now }, typed),
    ...licenceFaults(typed, { presence: hasLicenceOnFile ? "required" : "optional" }),
  });
  if (faults) return refuseFields(faults);
  const licence = readLicenceDetails(typed);
  const postalCode = normalisePostalCode(typed.postalCode);
  const mismatch = driverMismatch(person, { dateOfBirth: typed.dateOfBirth, postalCode, licence });
  const window = { limit: "lookupClientIp", subject: requestContext.clientIp } as const;
  const query = withRelatedAccounts<object>(undefined, relatedTo(call));
  const { limit, rows } = await deps.limits.consumeAndRead(deps.database, [window], query);
  if (limit.kind === "exceeded") return throttle(limit);
  if (mismatch !== undefined) return countMissedLookup(attempt.state, { kind: "driverNotFound", reason: mismatch });
  const state = { ...attempt.state, driverConfirmed: true };
  const { events = [], ...transition } = onVerified(call, { onPolicy: [], state, accounts: relatedAccountsOf(rows) });
  return { ...transition, events: [{ event: "registration.driverConfirmed", result: "ok" }, ...events] };
};

const byPage: Partial<Record<Page, InputHandler<unknown>>> = {
  EMAIL_IDENTIFICATION: withBody(emailIdentifyBody, identifyByEmail),
  POLICY_IDENTIFICATION: withBody(policyIdentifyBody, identifyByPolicy),
  MULTIPLE_PROFILES: withBody(profileIdentifyBody, chooseProfile),
  ADDITIONAL_DRIVER_PROFILE: withBody(driverIdentifyBody, confirmDriver),
};

/** Identifies the person by the details that the page asks for; `method` selects an alternative. */
export const identify: InputHandler<unknown> = async (context, body) => {
  const method = methodOf(body);
  const { page, state } = context.attempt;
  if (method === "policyNumber" && offersPolicyNumber(page))
    return withBody(policyNumberMethodBody, preferPolicyNumber)(context, body);
  if (method === "accountEmail" && page === "POLICY_IDENTIFICATION" && state.knownRowId !== undefined)
    return withBody(findEmailBody, findAccountEmail)(context, body);
  const handler = byPage[page];
  if (handler === undefined || method === "policyNumber" || method === "accountEmail")
    return { result: { kind: "wrongStep" } };
  return method === undefined ? handler(context, body) : refuseFields({ method: "format" });
};

/** Continues at the policy page and discards the person found. */
const preferPolicyNumber: InputHandler<{ purpose?: "findAccount" | undefined }> = async ({ attempt }, { purpose }) => {
  const findsAccount = attempt.state.findsAccount || purpose === "findAccount";
  const state = { ...withoutPerson(attempt.state), findsAccount };
  return accept({}, { page: "POLICY_IDENTIFICATION", state, writes: revokingSentCodes(attempt) });
};

/** Continues for a full match with an existing account: a code will show which e-mail it uses. */
const findAccountEmail: InputHandler<unknown> = async (context) => {
  const { attempt, deps } = context;
  const person = await deps.directory.findById(attempt.state.knownRowId ?? "");
  if (person === undefined) return { result: { kind: "wrongStep" }, state: withoutPerson(attempt.state) };
  return startVerification(context, { ...(await findPersonLockout(context, person)), keep: { findsAccount: true } });
};

async function findPersonLockout({ deps, attempt }: CallContext, person: PolicyPerson) {
  const identity = limitSubjectOf({ brandId: attempt.brandId, identity: identityOf(person) });
  return { person, by: attempt.page, lockout: await findLockout(deps.limits, deps.database, identity) };
}

function methodOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "method" in body ? body.method : undefined;
}
