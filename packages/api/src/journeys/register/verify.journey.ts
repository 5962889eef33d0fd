import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPin, checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { verifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import { refundMessage } from "../../capabilities/one-time-codes/code-sending.rule.ts";
import { spendCode, voidCodes } from "../../capabilities/one-time-codes/one-time-code.store.ts";
import { ownPinMatches } from "../../capabilities/one-time-codes/pin-hash.adapter.ts";
import { judgeSecret } from "../../capabilities/one-time-codes/wrong-code.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { accept, lock, refuseFields, throttle } from "./move.rule.ts";
import { afterProof } from "./proven.journey.ts";
import type { CallContext, CallHandler, Move } from "./registration-call.port.ts";
import { readBody } from "./request-body.rule.ts";
import type { RegistrationState } from "./session-state.schema.ts";

type AskedCode = NonNullable<RegistrationState["code"]>;

/** Weighs a code or PIN. A malformed one is not weighed and costs no try, yet is counted by address. */
export const verify: CallHandler = async (context) => {
  const { parts, visit, session, request, person } = context;
  const { code } = session.state;
  if (code === undefined || person === undefined) throw new Error("a code is weighed that nobody asked for");
  const body = readBody(verifyBody, request.body);
  const typed = body.kind === "read" ? body.value.securityCode : "";
  const check = code.type === "PIN" ? checkPin : checkSecurityCode;
  const faults = body.kind === "faults" ? body.fields : fieldFaults({ securityCode: check(typed) });
  const policies = faults
    ? []
    : await parts.directory.findByPerson({ companies: visit.brand.companies, personKey: person.personKey });

  return async (transaction) => {
    const counted = await parts.limits.take(transaction, { limit: "verifyAddress", subject: visit.address });
    if (counted.kind === "full") return throttle(counted);
    if (faults) return refuseFields(faults);
    const judgement = await judgeSecret(transaction, {
      limits: parts.limits,
      identity: identityOf({ brandId: visit.brand.id, personKey: person.personKey }),
      isRight: () => isRight(context, transaction, { code, person, typed }),
    });
    if (judgement.kind === "right") return accepted(context, transaction, { code, person, policies });
    if (judgement.kind === "wrong") return refused(context, transaction, { code, triesLeft: judgement.triesLeft });
    await voidCodes(transaction, session.id);
    return lock("identity", judgement.until);
  };
};

async function isRight(
  { parts, visit, session }: CallContext,
  transaction: Trx,
  attempt: { code: AskedCode; person: PolicyPerson; typed: string },
): Promise<boolean> {
  const { code, person, typed } = attempt;
  if (code.type === "PIN") return ownPinMatches({ pin: typed, person, keys: parts.keys.secretHash });
  return spendCode(parts, transaction, {
    purpose: code.purpose,
    brandId: visit.brand.id,
    sessionId: session.id,
    code: normaliseCode(typed),
  });
}

async function accepted(
  context: CallContext,
  transaction: Trx,
  proof: { code: AskedCode; person: PolicyPerson; policies: readonly PolicyPerson[] },
): Promise<Move> {
  const { code, person, policies } = proof;
  const recipient = code.type === "SMS" ? person.cellPhone : (code.email ?? person.email);
  if (code.type !== "PIN" && recipient !== null)
    await refundMessage(context.parts.limits, transaction, { visit: context.visit, recipient });
  const events = [
    { event: "code.accepted", result: "ok", facts: { purpose: code.purpose, channel: code.type } } as const,
  ];
  const { code: _used, options: _offered, ...rest } = context.session.state;
  const state = { ...rest, proof: code.email === undefined ? {} : { email: code.email } };
  if (code.purpose === "registration") return afterProof(context, transaction, { person, policies, state, events });
  const email = code.email ?? "";
  const username = { email, emailTyped: code.emailTyped ?? email };
  return accept({}, { page: "CREATE", state: { ...state, username }, events });
}

/** The session's limit is drawn so that it cannot be planned on: only the last try is announced. */
async function refused(
  { session }: CallContext,
  transaction: Trx,
  { code, triesLeft: leftToday }: { code: AskedCode; triesLeft: number },
): Promise<Move> {
  const wrongCodes = session.state.wrongCodes + 1;
  if (wrongCodes >= session.state.wrongCodeLimit) {
    await voidCodes(transaction, session.id);
    return lock("session");
  }
  const triesLeft = Math.min(leftToday, session.state.wrongCodeLimit - wrongCodes);
  return {
    ending: {
      kind: "refused",
      error: "INVALID_ACTIVATION_CODE",
      fields: { securityCode: "wrong" },
      ...(triesLeft === 1 && { triesLeft }),
    },
    state: { ...session.state, wrongCodes },
    events: [{ event: "code.refused", result: "wrong", facts: { purpose: code.purpose, channel: code.type } }],
  };
}
