import { roles } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { checkEmail, readEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldErrors } from "@vestibule/contract/fields/field-error.ts";
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
import { findRelatedAccounts } from "../../../accounts/account.store.ts";
import { birthAndPostalErrors, licenceErrors, readLicenceDetails } from "../../../directory/personal-facts.rule.ts";
import { driverMismatch } from "../../../directory/policy-match.rule.ts";
import { countByClientIp } from "../../../puzzles/count-by-client-ip.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { withoutPerson } from "../attempt-state.schema.ts";
import { classifyProfiles } from "../profile-choice.rule.ts";
import type { InputHandler } from "../registration-call.port.ts";
import { accept, refuseFields, requirePerson, throttle, withBody } from "../transition.rule.ts";
import { startVerification } from "./choose-method.ts";
import { countMissedLookup, identifyByPolicy } from "./identify-by-policy.ts";
import { onVerified, relatedTo } from "./on-verified.ts";

/** Chooses one of the offered profiles; the others stay for going back. */
const chooseProfile: InputHandler<{ profileId: string }> = async (context, { profileId }) => {
  const { deps, attempt } = context;
  const { profiles } = attempt.state;
  const choice = profiles?.find((profile) => profile.id === profileId);
  const person = choice && (await deps.directory.findById(choice.rowId));
  if (person === undefined) return refuseFields({ profileId: profileId ? "format" : "required" });
  return (transaction) => startVerification(context, transaction, { person, keep: { profiles } });
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

  const counted = await countByClientIp(deps, requestContext, "lookupClientIp");
  if (counted.kind === "exceeded") return throttle(counted);
  if (finding.kind === "one") return (transaction) => startVerification(context, transaction, { person: finding.row });
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
  const errors = fieldErrors({
    ...birthAndPostalErrors({ province: requestContext.province, now: attempt.now }, typed),
    ...licenceErrors(typed, { presence: hasLicenceOnFile ? "required" : "optional" }),
  });
  if (errors) return refuseFields(errors);
  const licence = readLicenceDetails(typed);
  const postalCode = normalisePostalCode(typed.postalCode);
  const mismatch = driverMismatch(person, { dateOfBirth: typed.dateOfBirth, postalCode, licence });
  const counted = await countByClientIp(deps, requestContext, "lookupClientIp");
  if (counted.kind === "exceeded") return throttle(counted);
  if (mismatch !== undefined) return countMissedLookup(attempt.state, { kind: "driverNotFound", reason: mismatch });
  return async (transaction) => {
    const accounts = await findRelatedAccounts(transaction, relatedTo(call));
    const state = { ...attempt.state, driverConfirmed: true };
    const { events = [], ...transition } = await onVerified(call, transaction, { onPolicy: [], state, accounts });
    const confirmed = {
      event: "registration.driverConfirmed",
      result: "ok",
      ...(hasLicenceOnFile && { facts: { method: "licence" } }),
    } as const;
    return { ...transition, events: [confirmed, ...events] };
  };
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
const preferPolicyNumber: InputHandler<{ purpose?: "findAccount" | undefined }> =
  async ({ attempt }, { purpose }) =>
  async (transaction) => {
    await revokeCodes(transaction, attempt.id);
    const findsAccount = attempt.state.findsAccount || purpose === "findAccount";
    const state = { ...withoutPerson(attempt.state), findsAccount };
    return accept({}, { page: "POLICY_IDENTIFICATION", state });
  };

/** Continues for a full match with an existing account: a code will show which e-mail it uses. */
const findAccountEmail: InputHandler<unknown> = async (context) => {
  const { attempt, deps } = context;
  const person = await deps.directory.findById(attempt.state.knownRowId ?? "");
  if (person === undefined) return { result: { kind: "wrongStep" }, state: withoutPerson(attempt.state) };
  return (transaction) => startVerification(context, transaction, { person, keep: { findsAccount: true } });
};

function methodOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "method" in body ? body.method : undefined;
}
