import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { identityOf } from "../../../identity/person.rule.ts";
import type { LimitConsumed, LimitReached } from "../../../limits/limit.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { countFactAttempt, factEvent, verifyFact } from "../../../verification/knowledge-check.ts";
import { limitSubjectOf } from "../../../verification/lockout.rule.ts";
import type { Committed, IdentifiedCall, Transition } from "../registration-call.port.ts";

interface TypedFact {
  fact: IdentityFact;
  typed: TypedFacts;
}

/** Counts an attempt of the identity fact, then commits the step if the fact is correct. The third wrong one ends it. */
export function commitWithFact(
  call: IdentifiedCall,
  { fact, typed }: TypedFact,
  step: (transaction: Trx) => Promise<Transition>,
): Promise<Committed> {
  const identity = identityOfCall(call);
  return countFactAttempt(call.deps, { identity, fact }, (count) =>
    call.commit(
      async (transaction) => (await refuseFact(call, transaction, { fact, typed, count })) ?? step(transaction),
      count,
    ),
  );
}

const identityOfCall = ({ attempt: { brandId }, person }: IdentifiedCall) =>
  limitSubjectOf({ brandId, identity: identityOf(person) });

/** Returns the refusal of a wrong fact; undefined for a correct one. */
async function refuseFact(
  call: IdentifiedCall,
  transaction: Trx,
  { fact, ...given }: TypedFact & { count: LimitConsumed | LimitReached },
): Promise<Transition | undefined> {
  const { deps, attempt, policies: rows } = call;
  const wrongFacts = attempt.state.wrongFacts + 1;
  const countWrong = async () => wrongFacts;
  const question = { identity: identityOfCall(call), rows, fact, countWrong };
  const refusal = await verifyFact(deps, transaction, { ...question, ...given });
  if (refusal === undefined) return undefined;
  return {
    result: refusal,
    state: { ...attempt.state, wrongFacts },
    ...(refusal.kind === "lockedOut" && { endReason: "wrongFacts" }),
    events: [factEvent({ fact }, refusal)],
  };
}
