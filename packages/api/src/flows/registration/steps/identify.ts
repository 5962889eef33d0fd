import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { offersPolicyNumber } from "@vestibule/contract/flow.rule.ts";
import { findAddressBody, policyNumberMethodBody } from "@vestibule/contract/v2/registration.schema.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { withoutPerson } from "../attempt-state.schema.ts";
import type { CallHandler } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { accept, atOnce, refuse, refuseFields } from "../transition.rule.ts";
import { chooseProfile } from "./choose-profile.ts";
import { confirmDriver } from "./confirm-driver.ts";
import { identifyByEmail } from "./identify-by-email.ts";
import { identifyByPolicy } from "./identify-by-policy.ts";
import { startVerification } from "./start-verification.ts";

const byPage: Partial<Record<Page, CallHandler>> = {
  EMAIL_IDENTIFICATION: identifyByEmail,
  POLICY_IDENTIFICATION: identifyByPolicy,
  MULTIPLE_PROFILES: chooseProfile,
  ADDITIONAL_DRIVER_PROFILE: confirmDriver,
};

/** The page selects what is identified by; `method` selects an alternative. */
export const identify: CallHandler = async (context) => {
  const method = methodOf(context.request.body);
  if (method === "policyNumber") return preferPolicyNumber(context);
  if (method === "accountAddress") return findAccountAddress(context);
  const handler = byPage[context.session.page];
  if (handler === undefined) return atOnce(refuse("WRONG_STEP"));
  return method === undefined ? handler(context) : atOnce(refuseFields({ method: "format" }));
};

/** Leads to the policy page and discards the person found. */
const preferPolicyNumber: CallHandler = async ({ session, request }) => {
  if (!offersPolicyNumber(session.page)) return atOnce(refuse("WRONG_STEP"));
  const body = readBody(policyNumberMethodBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  return async (transaction) => {
    await revokeCodes(transaction, session.id);
    const findsAccount = session.state.findsAccount || body.value.purpose === "findAccount";
    return accept({}, { page: "POLICY_IDENTIFICATION", state: { ...withoutPerson(session.state), findsAccount } });
  };
};

/** For a full match with an existing account: a code will show which e-mail it uses. */
const findAccountAddress: CallHandler = async (context) => {
  const { session, request, deps } = context;
  const { knownRowId } = session.state;
  if (session.page !== "POLICY_IDENTIFICATION" || knownRowId === undefined) return atOnce(refuse("WRONG_STEP"));
  const body = readBody(findAddressBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const person = await deps.directory.findById(knownRowId);
  if (person === undefined) return atOnce(refuse("WRONG_STEP", { state: withoutPerson(session.state) }));
  return (transaction) =>
    startVerification(context, transaction, { person, by: session.page, keep: { findsAccount: true } });
};

function methodOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "method" in body ? body.method : undefined;
}
