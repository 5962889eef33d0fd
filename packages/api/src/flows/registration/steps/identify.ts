import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { offersPolicyNumber } from "@vestibule/contract/flow.rule.ts";
import {
  driverIdentifyBody,
  emailIdentifyBody,
  findEmailBody,
  policyIdentifyBody,
  policyNumberMethodBody,
  profileIdentifyBody,
} from "@vestibule/contract/v2/registration.schema.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { findLockout, identityOf } from "../../../verification/lockout.rule.ts";
import { withoutPerson } from "../attempt-state.schema.ts";
import type { CallContext, InputHandler } from "../registration-call.port.ts";
import { accept, refuseFields, withBody } from "../transition.rule.ts";
import { revokingSentCodes } from "./choose-method.ts";
import { confirmDriver } from "./confirm-driver.ts";
import { identifyByEmail } from "./identify-by-email.ts";
import { identifyByPolicy } from "./identify-by-policy.ts";
import { startVerification } from "./start-verification.ts";

/** Chooses one of the offered profiles; the others stay for going back. */
const chooseProfile: InputHandler<{ profileId: string }> = async (context, { profileId }) => {
  const { deps, attempt } = context;
  const { profiles } = attempt.state;
  const choice = profiles?.find((profile) => profile.id === profileId);
  const person = choice && (await deps.directory.findById(choice.rowId));
  if (person === undefined) return refuseFields({ profileId: profileId ? "format" : "required" });
  return startVerification(context, { ...(await findPersonLockout(context, person)), keep: { profiles } });
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
  const identity = identityOf({ brandId: attempt.brandId, personKey: person.personKey });
  return { person, by: attempt.page, lockout: await findLockout(deps.limits, deps.database, identity) };
}

function methodOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "method" in body ? body.method : undefined;
}
