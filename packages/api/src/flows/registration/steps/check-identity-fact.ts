import { createAuditContext } from "../../../audit/auditor.port.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import { checkFact, factAtCreation, malformedFact, type TypedFacts } from "../../../verification/knowledge-check.ts";
import { identityOf } from "../../../verification/lockout.rule.ts";
import type { LegacyCall, LegacyRefusal } from "../legacy-call.port.ts";
import { lockRegistrationForUpdate } from "../lock-registration.ts";

/**
 * Checks the identity fact; returns the refusal, or undefined when it is correct. The third wrong one ends the
 * registration.
 */
export async function checkIdentityFact(
  deps: IdentityProofDeps,
  call: LegacyCall,
  typed: TypedFacts,
): Promise<LegacyRefusal | undefined> {
  const { requestContext, person, policies: rows } = call;
  const fact = factAtCreation(rows);
  const malformed = malformedFact({ fact, typed }, { province: requestContext.province, now: deps.clock.now() });
  if (malformed) return malformed;
  const brandId = requestContext.brand.id;
  const identity = identityOf({ brandId, personKey: person.personKey });
  const result = await lockRegistrationForUpdate<{ kind: "right" } | LegacyRefusal>(
    deps,
    call,
    async (transaction, session) => {
      let state = session.state;
      let endReason: string | undefined;
      const journey = {
        id: session.id,
        auditContext: createAuditContext("legacyRegistration", requestContext),
        countWrong: () => {
          state = { ...state, wrongFacts: state.wrongFacts + 1 };
          return Promise.resolve(state.wrongFacts);
        },
        close: () => {
          endReason = "wrongFacts";
          return Promise.resolve();
        },
      };
      const attempt = { brandId, identity, rows, fact, typed, journey };
      const refusal = await checkFact(deps, transaction, attempt);
      return { result: refusal ?? { kind: "right" }, state, ...(endReason && { endReason }) };
    },
  );
  return result.kind === "right" ? undefined : result;
}
