import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPin, checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { verifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { refundMessage } from "../../../verification/code-sending.rule.ts";
import { identityOf } from "../../../verification/identity-subject.rule.ts";
import { consumeCode, revokeCodes } from "../../../verification/one-time-code.store.ts";
import { ownPinMatches } from "../../../verification/pin-hash.adapter.ts";
import { verifySecret } from "../../../verification/wrong-code.rule.ts";
import type { RegistrationState } from "../attempt-state.schema.ts";
import type { CallContext, CallHandler, Transition } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { accept, lockOut, refuseFields, throttle } from "../transition.rule.ts";
import { onVerified } from "./on-verified.ts";

type AskedCode = NonNullable<RegistrationState["code"]>;

/** Verifies a code or PIN. Malformed ones do not count as attempts but count by client IP. */
export const verify: CallHandler = async (context) => {
  const { deps, requestContext, session, request, person } = context;
  const { code } = session.state;
  if (code === undefined || person === undefined) throw new Error("a code is weighed that nobody asked for");
  const body = readBody(verifyBody, request.body);
  const typed = body.kind === "read" ? body.value.securityCode : "";
  const check = code.type === "PIN" ? checkPin : checkSecurityCode;
  const faults = body.kind === "faults" ? body.fields : fieldFaults({ securityCode: check(typed) });
  const policies = faults
    ? []
    : await deps.directory.findByPerson({ companies: requestContext.brand.companies, personKey: person.personKey });

  return async (transaction) => {
    const counted = await deps.limits.consume(transaction, {
      limit: "verifyAddress",
      subject: requestContext.clientIp,
    });
    if (counted.kind === "full") return throttle(counted);
    if (faults) return refuseFields(faults);
    const judgement = await verifySecret(transaction, {
      limits: deps.limits,
      identity: identityOf({ brandId: requestContext.brand.id, personKey: person.personKey }),
      isRight: () => isRight(context, transaction, { code, person, typed }),
    });
    if (judgement.kind === "right") return accepted(context, transaction, { code, person, policies });
    if (judgement.kind === "wrong") return refused(context, transaction, { code, triesLeft: judgement.triesLeft });
    await revokeCodes(transaction, session.id);
    return lockOut("identity", judgement.until);
  };
};

async function isRight(
  { deps, requestContext, session }: CallContext,
  transaction: Trx,
  attempt: { code: AskedCode; person: PolicyPerson; typed: string },
): Promise<boolean> {
  const { code, person, typed } = attempt;
  if (code.type === "PIN") return ownPinMatches({ pin: typed, person, keys: deps.keys.secretHash });
  return consumeCode(deps, transaction, {
    purpose: code.purpose,
    brandId: requestContext.brand.id,
    sessionId: session.id,
    code: normaliseCode(typed),
  });
}

async function accepted(
  context: CallContext,
  transaction: Trx,
  proof: { code: AskedCode; person: PolicyPerson; policies: readonly PolicyPerson[] },
): Promise<Transition> {
  const { code, person, policies } = proof;
  const recipient = code.type === "SMS" ? person.cellPhone : (code.email ?? person.email);
  if (code.type !== "PIN" && recipient !== null)
    await refundMessage(context.deps.limits, transaction, { requestContext: context.requestContext, recipient });
  const events = [
    { event: "code.accepted", result: "ok", facts: { purpose: code.purpose, channel: code.type } } as const,
  ];
  const { code: _used, options: _offered, ...rest } = context.session.state;
  const state = { ...rest, proof: code.email === undefined ? {} : { email: code.email } };
  if (code.purpose === "registration") return onVerified(context, transaction, { person, policies, state, events });
  const email = code.email ?? "";
  const username = { email, emailAsTyped: code.emailAsTyped ?? email };
  return accept({}, { page: "CREATE", state: { ...state, username }, events });
}

/** The session's threshold is random, to be unpredictable; only the last attempt is announced. */
async function refused(
  { session }: CallContext,
  transaction: Trx,
  { code, triesLeft: leftToday }: { code: AskedCode; triesLeft: number },
): Promise<Transition> {
  const wrongCodes = session.state.wrongCodes + 1;
  if (wrongCodes >= session.state.wrongCodeLimit) {
    await revokeCodes(transaction, session.id);
    return lockOut("session");
  }
  const triesLeft = Math.min(leftToday, session.state.wrongCodeLimit - wrongCodes);
  return {
    result: {
      kind: "refused",
      error: "INVALID_ACTIVATION_CODE",
      fields: { securityCode: "wrong" },
      ...(triesLeft === 1 && { triesLeft }),
    },
    state: { ...session.state, wrongCodes },
    events: [{ event: "code.refused", result: "wrong", facts: { purpose: code.purpose, channel: code.type } }],
  };
}
