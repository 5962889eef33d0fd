import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { type FactRefusal, malformedFact, refuseFact } from "../../capabilities/identity-facts/claimed-fact.rule.ts";
import type { ClaimedFacts } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import { countOnLink, supersedeLink } from "../../capabilities/links/link.store.ts";
import { factOfLink } from "../../capabilities/links/link-question.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { LinkCall, LinkRefusal } from "./follow-link.port.ts";

/** Why a person does not get on with what they answered to the fact that their link asks; undefined where they do. */
export async function refuseClaim(
  parts: ProvingParts,
  { visit, link, owner }: LinkCall,
  claimed: ClaimedFacts,
): Promise<LinkRefusal | undefined> {
  const { brandId, accountId, id } = link;
  const fact = factOfLink(link, owner);
  const malformed = malformedFact({ fact, claimed }, { province: visit.province, now: parts.clock.now() });
  if (malformed) return malformed;
  const judge = (transaction: Trx): Promise<FactRefusal | undefined> =>
    refuseFact(parts, transaction, {
      brandId,
      ...(accountId && { accountId }),
      identity: identityOf({ brandId, personKey: owner.rows[0]?.personKey ?? id }),
      rows: owner.rows,
      fact,
      claimed,
      journey: {
        id,
        lived: livedIn("link", visit),
        countWrong: () => countOnLink(transaction, { id, what: "wrong_answers" }),
        close: () => supersedeLink(transaction, id),
      },
    });
  return transact(parts.database, judge);
}
