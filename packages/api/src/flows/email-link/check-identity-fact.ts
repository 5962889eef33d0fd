import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import { incrementLinkCounter, revokeLink } from "../../links/link.store.ts";
import { factOfLink } from "../../links/link-question.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { checkFact, malformedFact } from "../../verification/knowledge-check.ts";
import { identityOf } from "../../verification/lockout.rule.ts";
import type { LinkCall } from "./open-link.ts";

/** Returns the refusal of a malformed identity fact, which counts as no attempt. */
export function refuseMalformedFact(
  deps: IdentityProofDeps,
  { requestContext, link, owner }: LinkCall,
  typed: TypedFacts,
) {
  const fact = factOfLink(link, owner);
  return malformedFact({ fact, typed }, { province: requestContext.province, now: deps.clock.now() });
}

/** Checks the identity fact that a link asks for; returns the refusal, or undefined when the answer is correct. */
export function refuseWrongFact(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, link, owner }: LinkCall,
  typed: TypedFacts,
): Promise<IdentityProofRefusal | undefined> {
  const { brandId, accountId, id } = link;
  return checkFact(deps, transaction, {
    brandId,
    ...(accountId && { accountId }),
    identity: identityOf({ brandId, personKey: owner.rows[0]?.personKey ?? id }),
    rows: owner.rows,
    fact: factOfLink(link, owner),
    typed,
    countWrong: () => incrementLinkCounter(transaction, { id, what: "wrong_answers" }),
    journey: {
      id,
      auditContext: createAuditContext("link", requestContext),
      close: () => revokeLink(transaction, id),
    },
  });
}
