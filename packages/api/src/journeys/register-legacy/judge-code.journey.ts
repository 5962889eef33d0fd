import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPin, checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import { refundMessage } from "../../capabilities/one-time-codes/code-sending.rule.ts";
import { spendCode, voidCodes } from "../../capabilities/one-time-codes/one-time-code.store.ts";
import { ownPinMatches } from "../../capabilities/one-time-codes/pin-hash.adapter.ts";
import { judgeSecret } from "../../capabilities/one-time-codes/wrong-code.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { holdRegistration } from "./hold-registration.journey.ts";
import type { LegacyCall, LegacyMove, LegacyRefusal, Validated } from "./legacy-call.port.ts";
import { closed, validated, waits } from "./legacy-move.rule.ts";
import { shownWay } from "./legacy-options.rule.ts";
import { afterProof, askPassword, mayCreate } from "./proven.journey.ts";
import { provenBefore, type Standing } from "./what-follows.rule.ts";

interface Attempt extends LegacyCall {
  validationId: string;
  typed: string;
}
type Move = LegacyMove<Validated | LegacyRefusal>;

/** Weighs a code or PIN under the way it belongs to. A malformed one is not weighed and costs no try, yet is counted by address. */
export async function judgeCode(parts: ProvingParts, attempt: Attempt): Promise<Validated | LegacyRefusal> {
  const { visit, person, typed } = attempt;
  const fields = fieldFaults({ validationValue: (isPin(attempt) ? checkPin : checkSecurityCode)(typed) });
  const onPolicy = fields
    ? []
    : await parts.directory.findByPolicyNumber({ companies: [person.company], policyNumber: person.policyNumber });
  return holdRegistration<Validated | LegacyRefusal>(parts, attempt, async (transaction, session) => {
    const counted = await parts.limits.take(transaction, { limit: "verifyAddress", subject: visit.address });
    if (counted.kind === "full") return waits(counted);
    if (fields) return { ending: { kind: "malformed", fields } };
    const held = { ...attempt, session };
    // Proven before, as by a form that was sent twice: what that led to stands, and costs nobody a try.
    if (isBehind(held)) return { ending: provenBefore({ ...attempt, state: session.state }) };
    const judgement = await judgeSecret(transaction, {
      limits: parts.limits,
      identity: identityOf({ brandId: visit.brand.id, personKey: person.personKey }),
      isRight: () => isRight(parts, transaction, held),
    });
    if (judgement.kind === "right") return accepted(parts, transaction, { ...held, onPolicy });
    if (judgement.kind === "wrong") return refused(transaction, held, judgement.triesLeft);
    await voidCodes(transaction, session.id);
    return lock(held, { reason: "identity", until: judgement.until });
  });
}

function isPin({ session, validationId }: Attempt): boolean {
  return session.state.options.some(({ id, method }) => id === validationId && method === "PIN");
}

/** A way to prove what is proven. */
function isBehind({ session: { state }, validationId }: Attempt): boolean {
  if (state.answered === validationId || state.username !== undefined) return true;
  return state.proof !== undefined && state.code?.id !== validationId;
}

async function isRight(parts: ProvingParts, transaction: Trx, attempt: Attempt): Promise<boolean> {
  const { visit, session, person, validationId, typed } = attempt;
  if (isPin(attempt)) return ownPinMatches({ pin: typed, person, keys: parts.keys.secretHash });
  const { code } = session.state;
  if (code?.id !== validationId) return false;
  return spendCode(parts, transaction, {
    purpose: code.purpose,
    brandId: visit.brand.id,
    sessionId: session.id,
    code: normaliseCode(typed),
  });
}

async function accepted(
  parts: ProvingParts,
  transaction: Trx,
  attempt: Attempt & { onPolicy: readonly PolicyPerson[] },
): Promise<Move> {
  const { code, ...before } = attempt.session.state;
  const state = { ...before, answered: attempt.validationId };
  const how = isPin(attempt) ? ({ purpose: "registration", method: "PIN" } as const) : code;
  const { person, visit } = attempt;
  const recipient = code?.method === "SMS" ? person.cellPhone : (code?.email ?? person.email);
  if (!isPin(attempt) && recipient !== null) await refundMessage(parts.limits, transaction, { visit, recipient });
  const move =
    how?.purpose === "username"
      ? await addressProven(parts, transaction, {
          ...attempt,
          state,
          email: code?.email ?? "",
          emailTyped: code?.emailTyped,
        })
      : await afterProof(parts, transaction, { ...attempt, state: { ...state, proof: provenBy(attempt) } });
  const facts = { purpose: how?.purpose ?? "", channel: how?.method ?? "" };
  return { ...move, events: [{ event: "code.accepted", result: "ok", facts }, ...(move.events ?? [])] };
}

function provenBy(attempt: Attempt): { email?: string } {
  const email = isPin(attempt) ? undefined : attempt.session.state.code?.email;
  return email === undefined ? {} : { email };
}

/** An address of the person's own choice is theirs. Whoever has proven nothing else is asked for the policyholder's password, where there is an account. */
async function addressProven(
  { users, random }: ProvingParts,
  transaction: Trx,
  proven: Standing & { email: string; emailTyped: string | undefined },
): Promise<LegacyMove<Validated>> {
  const { state } = proven;
  const holder =
    state.proof === undefined && state.holderAccountId
      ? await users.findById(transaction, state.holderAccountId)
      : undefined;
  if (holder) return askPassword({ random }, proven, holder);
  return mayCreate(proven, { email: proven.email, emailTyped: proven.emailTyped ?? proven.email });
}

async function refused(transaction: Trx, attempt: Attempt, leftToday: number): Promise<Move> {
  const { session, person, validationId } = attempt;
  const { state } = session;
  const wrongCodes = state.wrongCodes + 1;
  if (wrongCodes >= state.wrongCodeLimit) {
    await voidCodes(transaction, session.id);
    return lock(attempt, { reason: "session" });
  }
  const isLastTry = leftToday === 1 || wrongCodes === state.wrongCodeLimit - 1;
  const option = state.options.find(({ id }) => id === validationId);
  const shown = option ? shownWay(option, person) : { id: validationId, method: "ASKEMAILCODE" };
  return {
    // The limit is drawn: only the last try shows.
    ending: validated(240, { error: true, twoFactorValidations: [shown], ...(isLastTry && { triesLeft: 1 }) }),
    state: { ...state, wrongCodes },
    events: [{ event: "code.refused", result: "wrong", facts: { channel: shown.method } }],
  };
}

function lock(attempt: Attempt, why: { reason: string; until?: Date }): LegacyMove<LegacyRefusal> {
  return closed(isPin(attempt) ? "pin-difficulties" : "resend-code", { event: "code.locked", ...why });
}
