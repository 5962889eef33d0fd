import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { identityOf } from "../../../identity/person.rule.ts";
import type { DbOrTrx } from "../../../platform/database.table.ts";
import { factEvent, factWindows, verifyFact } from "../../../verification/knowledge-check.ts";
import { limitSubjectOf } from "../../../verification/lockout.rule.ts";
import type { IdentifiedCall, Transition } from "../registration-call.port.ts";

/**
 * Checks the identity fact. When it is correct, `refusal` is undefined. The third wrong
 * one ends the registration.
 */
export async function checkIdentityFact(
  { deps, attempt, person, policies: rows }: IdentifiedCall,
  database: DbOrTrx,
  { fact, typed }: { fact: IdentityFact; typed: TypedFacts },
): Promise<{ refusal?: Transition; counted: readonly string[] }> {
  const { brandId, state } = attempt;
  const wrongFacts = state.wrongFacts + 1;
  const identity = limitSubjectOf({ brandId, identity: identityOf(person) });
  const countWrong = async () => wrongFacts;
  const count = await deps.limits.consume(database, factWindows({ identity, fact }));
  const refusal = await verifyFact(deps, database, { identity, rows, fact, typed, count, countWrong });
  const counted = count.kind === "allowed" ? count.keys : [];
  if (refusal === undefined) return { counted: [] };
  return {
    counted,
    refusal: {
      result: refusal,
      state: { ...state, wrongFacts },
      ...(refusal.kind === "lockedOut" && { endReason: "wrongFacts" }),
      events: [factEvent({ fact }, refusal)],
      counted,
    },
  };
}
