import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { malformedFact, refuseFact } from "../../capabilities/identity-facts/claimed-fact.rule.ts";
import { factAtReset } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import { countOnLink, supersedeLink } from "../../capabilities/links/link.store.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { countOnRecovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { newCodeOrPauseEnd } from "./after-wrong-answers.journey.ts";
import { closeRecovery } from "./end-recovery.journey.ts";
import type { Claim } from "./password-claim.journey.ts";
import type { Refusal } from "./recovery-call.port.ts";

/** As it was typed; which of them counts is the person's file to say. */
export interface TypedFacts {
  postalCode?: string | undefined;
  cellPhone?: string | undefined;
}

/** Whether the person knows what is asked beside the new password; undefined where they do. A malformed value costs no try. */
export async function refuseClaim(
  parts: ProvingParts,
  { visit, claim, typed }: { visit: Visit; claim: Claim; typed: TypedFacts },
): Promise<Refusal | undefined> {
  if (claim.via === "proof" && claim.recovery.how === "temporary") return undefined;
  const { rows, identity } = claim.owner;
  const fact = factAtReset(rows);
  const malformed = malformedFact({ fact, claimed: typed }, { province: visit.province, now: parts.clock.now() });
  if (malformed) return malformed;
  const { brandId, id: accountId } = claim.account;
  return transact(parts.database, async (transaction): Promise<Refusal | undefined> => {
    const journey = journeyOf(transaction, { visit, claim });
    const refusal = await refuseFact(parts, transaction, {
      ...{ brandId, accountId, identity, rows, fact, claimed: typed, journey },
    });
    const isOpenEnd = refusal?.kind === "tooManyFacts" && refusal.roadblock === "login-difficulties" && !refusal.until;
    if (!isOpenEnd) return refusal;
    const others = [{ limit: "identityFactIdentity", subject: identity }] as const;
    const recovery = claim.via === "proof" ? claim.recovery : undefined;
    const after = await newCodeOrPauseEnd(parts, transaction, { visit, owner: claim.owner, recovery, others });
    return { ...refusal, ...after };
  });
}

/** Where the journey's wrong answers are counted: a reset's on its recovery, by code or by link; another link's on itself. */
function journeyOf(transaction: Trx, { visit, claim }: { visit: Visit; claim: Claim }) {
  const recoveryId = claim.via === "proof" ? claim.recovery.id : claim.link.recoveryId;
  if (recoveryId !== undefined)
    return {
      id: recoveryId,
      lived: livedIn("recovery", visit),
      countWrong: () => countOnRecovery(transaction, { id: recoveryId, what: "wrong_facts" }),
      close: () => closeRecovery(transaction, { id: recoveryId, how: "wrongFacts" }),
    };
  const { id } = (claim as Extract<Claim, { via: "link" }>).link;
  return {
    id,
    lived: livedIn("link", visit),
    countWrong: () => countOnLink(transaction, { id, what: "wrong_answers" }),
    close: () => supersedeLink(transaction, id),
  };
}
