import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { malformedFact, refuseFact } from "../../capabilities/identity-facts/claimed-fact.rule.ts";
import { type ClaimedFacts, factAtCreation } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { holdRegistration } from "./hold-registration.journey.ts";
import type { LegacyCall, LegacyRefusal } from "./legacy-call.port.ts";

/** Why a person does not get on with the fact they gave; undefined where it is their file's. The third wrong one ends the registration. */
export async function refuseClaim(
  parts: ProvingParts,
  call: LegacyCall,
  claimed: ClaimedFacts,
): Promise<LegacyRefusal | undefined> {
  const { visit, person, policies: rows } = call;
  const fact = factAtCreation(rows);
  const malformed = malformedFact({ fact, claimed }, { province: visit.province, now: parts.clock.now() });
  if (malformed) return malformed;
  const brandId = visit.brand.id;
  const identity = identityOf({ brandId, personKey: person.personKey });
  const ending = await holdRegistration<{ kind: "right" } | LegacyRefusal>(
    parts,
    call,
    async (transaction, session) => {
      let state = session.state;
      let endedHow: string | undefined;
      const journey = {
        id: session.id,
        lived: livedIn("legacyRegistration", visit),
        countWrong: () => {
          state = { ...state, wrongFacts: state.wrongFacts + 1 };
          return Promise.resolve(state.wrongFacts);
        },
        close: () => {
          endedHow = "wrongFacts";
          return Promise.resolve();
        },
      };
      const claim = { brandId, identity, rows, fact, claimed, journey };
      const refusal = await refuseFact(parts, transaction, claim);
      return { ending: refusal ?? { kind: "right" }, state, ...(endedHow && { endedHow }) };
    },
  );
  return ending.kind === "right" ? undefined : ending;
}
