import { createAuditContext } from "../../audit/auditor.port.ts";
import { incrementLinkCounter, revokeLink } from "../../links/link.store.ts";
import { factOfLink } from "../../links/link-question.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import type { TypedFacts } from "../../verification/knowledge-check.ts";
import { checkFact, type FactRefusal, malformedFact } from "../../verification/knowledge-check.ts";
import { identityOf } from "../../verification/lockout.rule.ts";
import type { LinkCall, LinkRefusal } from "./follow-link.port.ts";

/** Checks the identity fact that a link asks for; returns the refusal, or undefined when the answer is correct. */
export async function checkIdentityFact(
  deps: IdentityProofDeps,
  { requestContext, link, owner }: LinkCall,
  typed: TypedFacts,
): Promise<LinkRefusal | undefined> {
  const { brandId, accountId, id } = link;
  const fact = factOfLink(link, owner);
  const malformed = malformedFact({ fact, typed }, { province: requestContext.province, now: deps.clock.now() });
  if (malformed) return malformed;
  const check = (transaction: Trx): Promise<FactRefusal | undefined> =>
    checkFact(deps, transaction, {
      brandId,
      ...(accountId && { accountId }),
      identity: identityOf({ brandId, personKey: owner.rows[0]?.personKey ?? id }),
      rows: owner.rows,
      fact,
      typed,
      journey: {
        id,
        auditContext: createAuditContext("link", requestContext),
        countWrong: () => incrementLinkCounter(transaction, { id, what: "wrong_answers" }),
        close: () => revokeLink(transaction, id),
      },
    });
  return transact(deps.database, check);
}
