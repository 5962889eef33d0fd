import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPin, checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { refundMessage } from "../../../verification/code-sending.rule.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import { identityOf } from "../../../verification/identity-subject.rule.ts";
import { consumeCode, revokeCodes } from "../../../verification/one-time-code.store.ts";
import { ownPinMatches } from "../../../verification/pin-hash.adapter.ts";
import { verifySecret } from "../../../verification/wrong-code.rule.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransition, Validated } from "../legacy-call.port.ts";
import { maskedMethod } from "../legacy-options.rule.ts";
import { closed, validated, waits } from "../legacy-transition.rule.ts";
import { lockRegistrationForUpdate } from "../lock-registration.ts";
import { provenBefore, type Standing } from "../next-question.rule.ts";
import { askPassword, mayCreate, onVerified } from "./legacy-on-verified.ts";

interface Attempt extends LegacyCall {
  validationId: string;
  typed: string;
}
type Transition = LegacyTransition<Validated | LegacyRefusal>;

/** Verifies a code or PIN for its method. Malformed ones do not count as attempts but count by client IP. */
export async function verifyCode(deps: IdentityProofDeps, attempt: Attempt): Promise<Validated | LegacyRefusal> {
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
    const judgement = await verifySecret(transaction, {
      limits: deps.limits,
      identity: identityOf({ brandId: requestContext.brand.id, personKey: person.personKey }),
      isRight: () => isRight(deps, transaction, held),
    });
    if (judgement.kind === "right") return accepted(deps, transaction, { ...held, onPolicy });
    if (judgement.kind === "wrong") return refused(transaction, held, judgement.triesLeft);
    await revokeCodes(transaction, session.id);
    return lockOut(held, { reason: "identity", until: judgement.until });
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

async function isRight(deps: IdentityProofDeps, transaction: Trx, attempt: Attempt): Promise<boolean> {
  const { requestContext, session, person, validationId, typed } = attempt;
  if (isPin(attempt)) return ownPinMatches({ pin: typed, person, keys: deps.keys.secretHash });
  const { code } = session.state;
  if (code?.id !== validationId) return false;
  return consumeCode(deps, transaction, {
    purpose: code.purpose,
    brandId: requestContext.brand.id,
    sessionId: session.id,
    code: normaliseCode(typed),
  });
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

async function refused(transaction: Trx, attempt: Attempt, leftToday: number): Promise<Transition> {
  const { session, person, validationId } = attempt;
  const { state } = session;
  const wrongCodes = state.wrongCodes + 1;
  if (wrongCodes >= state.wrongCodeLimit) {
    await revokeCodes(transaction, session.id);
    return lockOut(attempt, { reason: "session" });
  }
  const isLastTry = leftToday === 1 || wrongCodes === state.wrongCodeLimit - 1;
  const option = state.options.find(({ id }) => id === validationId);
  const shown = option ? maskedMethod(option, person) : { id: validationId, method: "ASKEMAILCODE" };
  return {
    // The threshold is random, so only the last attempt is announced.
    result: validated(240, { error: true, twoFactorValidations: [shown], ...(isLastTry && { triesLeft: 1 }) }),
    state: { ...state, wrongCodes },
    events: [{ event: "code.refused", result: "wrong", facts: { channel: shown.method } }],
  };
}

function lockOut(attempt: Attempt, why: { reason: string; until?: Date }): LegacyTransition<LegacyRefusal> {
  return closed(isPin(attempt) ? "pin-difficulties" : "resend-code", { event: "code.locked", ...why });
}
