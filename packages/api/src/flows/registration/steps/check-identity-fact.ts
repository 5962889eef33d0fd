import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { checkFact, type TypedFacts } from "../../../verification/knowledge-check.ts";
import { identityOf } from "../../../verification/lockout.rule.ts";
import { auditContextOf } from "../handle-registration-call.ts";
import type { IdentifiedCall, Transition } from "../registration-call.port.ts";

/** Checks the identity fact; undefined when it is correct. The third wrong one ends the registration. */
export async function refuseWrongFact(
  { deps, requestContext, attempt, person, policies: rows }: IdentifiedCall,
  transaction: Trx,
  { fact, typed }: { fact: IdentityFact; typed: TypedFacts },
): Promise<Transition | undefined> {
  const { brandId } = attempt;
  let { state } = attempt;
  let endReason: string | undefined;
  const journey = {
    id: attempt.id,
    auditContext: auditContextOf(requestContext, attempt),
    countWrong: async () => {
      state = { ...state, wrongFacts: state.wrongFacts + 1 };
      return state.wrongFacts;
    },
    close: async () => {
      endReason = "wrongFacts";
    },
  };
  const identity = identityOf({ brandId, personKey: person.personKey });
  const result = await checkFact(deps, transaction, { brandId, identity, rows, fact, typed, journey });
  return result && { result, state, ...(endReason && { endReason }) };
}
