import { checkPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { judgeFact } from "../../capabilities/identity-facts/fact-judging.rule.ts";
import { factAtReset, factMatches } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import { countOnLink, supersedeLink } from "../../capabilities/links/link.store.ts";
import { countOnRecovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { closeRecovery } from "./end-recovery.journey.ts";
import type { Claim } from "./password-claim.journey.ts";
import type { RecoverParts, Refusal } from "./recovery-call.port.ts";

/** As it was typed; which of them counts is the person's file to say. */
export interface TypedFacts {
  postalCode?: string | undefined;
  cellPhone?: string | undefined;
}

/** Whether the person knows what is asked beside the new password; undefined where they do. A malformed value costs no try. */
export async function refuseFact(
  parts: RecoverParts,
  { claim, typed }: { claim: Claim; typed: TypedFacts },
): Promise<Refusal | undefined> {
  if (claim.via === "proof" && claim.recovery.how === "temporary") return undefined;
  const { rows, identity } = claim.owner;
  const asked = factAtReset(rows);
  const field = asked === "cellPhone" ? "cellPhone" : "postalCode";
  const fault = (field === "cellPhone" ? checkTelephone : checkPostalCode)(typed[field] ?? "");
  if (fault) return { kind: "malformed", fields: { [field]: fault.key } };
  return transact(parts.database, async (transaction) => {
    const journey = journeyOf(claim);
    const judgement = await judgeFact(transaction, {
      limits: parts.limits,
      identity,
      fact: asked,
      matches: factMatches(rows, { fact: asked, claimed: typed }),
      countWrong: () => journey.countWrong(transaction),
    });
    if (judgement.kind === "right") return undefined;
    if (judgement.kind === "tooMany") await journey.close(transaction);
    await parts.auditor.record(transaction, {
      event: "identity.refused",
      result: judgement.kind,
      brandId: claim.account.brandId,
      accountId: claim.account.id,
      journeyId: journey.id,
      actor: "person",
      facts: { fact: asked },
    });
    if (judgement.kind === "wrong") return { kind: "wrongFact", fields: { [field]: "wrong" } };
    return { ...judgement, kind: "tooManyFacts" };
  });
}

/** Where the journey's wrong answers are counted: a reset's on its recovery, by code or by link; another link's on itself. */
function journeyOf(claim: Claim) {
  const recoveryId = claim.via === "proof" ? claim.recovery.id : claim.link.recoveryId;
  if (recoveryId !== undefined)
    return {
      id: recoveryId,
      countWrong: (transaction: Trx) => countOnRecovery(transaction, { id: recoveryId, what: "wrong_facts" }),
      close: (transaction: Trx) => closeRecovery(transaction, { id: recoveryId, how: "wrongFacts" }),
    };
  const { id } = (claim as Extract<Claim, { via: "link" }>).link;
  return {
    id,
    countWrong: (transaction: Trx) => countOnLink(transaction, { id, what: "wrong_answers" }),
    close: (transaction: Trx) => supersedeLink(transaction, id),
  };
}
