import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPin, checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import { identityOf } from "../../../verification/lockout.rule.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { refundMessage } from "../../../verification/send-code.ts";
import {
  announcedTries,
  type ExpectedCode,
  type VerifyCodeResult,
  verifyCode,
} from "../../../verification/verify-code.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransition, Validated } from "../legacy-call.port.ts";
import { maskedMethod } from "../legacy-options.rule.ts";
import { validated, waits } from "../legacy-transition.rule.ts";
import { lockRegistrationForUpdate } from "../lock-registration.ts";
import { provenBefore, type Standing } from "../next-question.rule.ts";
import { askPassword, mayCreate, onVerified } from "./legacy-on-verified.ts";
import { lockOut } from "./legacy-send-code.ts";

interface Attempt extends LegacyCall {
  validationId: string;
  typed: string;
}
type Transition = LegacyTransition<Validated | LegacyRefusal>;

/** Verifies a code or PIN for its method. Malformed ones do not count as attempts but count by client IP. */
export async function verifyMethod(deps: IdentityProofDeps, attempt: Attempt): Promise<Validated | LegacyRefusal> {
  const { requestContext, person, typed } = attempt;
  const fields = fieldFaults({ validationValue: (isPin(attempt) ? checkPin : checkSecurityCode)(typed) });
  const onPolicy = fields
    ? []
    : await deps.directory.findByPolicyNumber({ companies: [person.company], policyNumber: person.policyNumber });
  return lockRegistrationForUpdate<Validated | LegacyRefusal>(deps, attempt, async (transaction, session) => {
    const counted = await deps.limits.consume(transaction, {
      limit: "verifyAddress",
      subject: requestContext.clientIp,
    });
    if (counted.kind === "full") return waits(counted);
    if (fields) return { result: { kind: "malformed", fields } };
    const held = { ...attempt, session };
    // Already verified, such as by a form submitted twice: repeats the outcome without counting an attempt.
    if (isBehind(held)) return { result: provenBefore({ ...attempt, state: session.state }) };
    const { state } = session;
    const result = await verifyCode(deps, transaction, {
      brandId: requestContext.brand.id,
      sessionId: session.id,
      identity: identityOf({ brandId: requestContext.brand.id, personKey: person.personKey }),
      typed,
      expected: expectedCode(held),
      wrongCodeLimit: state.wrongCodeLimit,
      countWrong: async () => state.wrongCodes + 1,
    });
    if (result.kind === "verified") return accepted(deps, transaction, { ...held, onPolicy });
    if (result.kind === "refused") return refused(held, result);
    await revokeCodes(transaction, session.id);
    return lockOut(result, isPin(held) ? "pin-difficulties" : "resend-code");
  });
}

function isPin({ session, validationId }: Attempt): boolean {
  return session.state.options.some(({ id, method }) => id === validationId && method === "PIN");
}

/** Whether this id verifies what is already verified. */
function isBehind({ session: { state }, validationId }: Attempt): boolean {
  if (state.answered === validationId || state.username !== undefined) return true;
  return state.proof !== undefined && state.code?.id !== validationId;
}

function expectedCode(attempt: Attempt): ExpectedCode {
  if (isPin(attempt)) return { kind: "pin", person: attempt.person };
  const { code } = attempt.session.state;
  return code?.id === attempt.validationId ? { kind: "code", purpose: code.purpose } : { kind: "nothing" };
}

async function accepted(
  deps: IdentityProofDeps,
  transaction: Trx,
  attempt: Attempt & { onPolicy: readonly PolicyPerson[] },
): Promise<Transition> {
  const { code, ...before } = attempt.session.state;
  const state = { ...before, answered: attempt.validationId };
  const how = isPin(attempt) ? ({ purpose: "registration", method: "PIN" } as const) : code;
  const { person, requestContext } = attempt;
  const recipient = code?.method === "SMS" ? person.cellPhone : (code?.email ?? person.email);
  if (!isPin(attempt) && recipient !== null)
    await refundMessage(deps.limits, transaction, { requestContext, recipient });
  const transition =
    how?.purpose === "username"
      ? await addressProven(deps, transaction, {
          ...attempt,
          state,
          email: code?.email ?? "",
          emailAsTyped: code?.emailAsTyped,
        })
      : await onVerified(deps, transaction, { ...attempt, state: { ...state, proof: provenBy(attempt) } });
  const facts = { purpose: how?.purpose ?? "", channel: how?.method ?? "" };
  return { ...transition, events: [{ event: "code.accepted", result: "ok", facts }, ...(transition.events ?? [])] };
}

function provenBy(attempt: Attempt): { email?: string } {
  const email = isPin(attempt) ? undefined : attempt.session.state.code?.email;
  return email === undefined ? {} : { email };
}

/**
 * Verifies an e-mail of the person's own choice. Without any other verification, the policyholder's password is asked
 * for, if there is an account.
 */
async function addressProven(
  { accountStore, random }: IdentityProofDeps,
  transaction: Trx,
  proven: Standing & { email: string; emailAsTyped: string | undefined },
): Promise<LegacyTransition<Validated>> {
  const { state } = proven;
  const holder =
    state.proof === undefined && state.holderAccountId
      ? await accountStore.findById(transaction, state.holderAccountId)
      : undefined;
  if (holder) return askPassword({ random }, proven, holder);
  return mayCreate(proven, { email: proven.email, emailAsTyped: proven.emailAsTyped ?? proven.email });
}

function refused(attempt: Attempt, { reason, triesLeft }: Extract<VerifyCodeResult, { kind: "refused" }>): Transition {
  const { session, person, validationId } = attempt;
  const { state } = session;
  const option = state.options.find(({ id }) => id === validationId);
  const shown = option ? maskedMethod(option, person) : { id: validationId, method: "ASKEMAILCODE" };
  return {
    result: validated(240, { error: true, reason, twoFactorValidations: [shown], ...announcedTries(triesLeft) }),
    state: { ...state, wrongCodes: state.wrongCodes + 1 },
    events: [{ event: "code.refused", result: "wrong", facts: { channel: shown.method } }],
  };
}
