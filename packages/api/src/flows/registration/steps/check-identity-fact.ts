import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { identityOf } from "../../../identity/person.rule.ts";
import type { LimitCount } from "../../../limits/limit.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { factEvent, factWindows, verifyFact } from "../../../verification/knowledge-check.ts";
import { limitSubjectOf } from "../../../verification/lockout.rule.ts";
import type { CountedStep, IdentifiedCall, TransactionStep, Transition } from "../registration-call.port.ts";

interface TypedFact {
  fact: IdentityFact;
  typed: TypedFacts;
}

/** A step that is taken if the identity fact is correct. The third wrong one ends the registration. */
export function afterFact(call: IdentifiedCall, { fact, typed }: TypedFact, step: TransactionStep): CountedStep {
  return {
    windows: factWindows({ identity: identityOfCall(call), fact }),
    run: async (transaction, count) =>
      (await refuseFact(call, transaction, { fact, typed, count })) ?? step(transaction),
  };
}

const identityOfCall = ({ attempt: { brandId }, person }: IdentifiedCall) =>
  limitSubjectOf({ brandId, identity: identityOf(person) });

/** Returns the refusal of a wrong fact; undefined for a correct one. */
async function refuseFact(
  call: IdentifiedCall,
  transaction: Trx,
  { fact, ...given }: TypedFact & { count: LimitCount },
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
