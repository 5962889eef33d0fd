import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { incrementLinkCounter, revokeLink } from "../../links/link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { incrementRecoveryCounter } from "../../recoveries/recovery.store.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { checkFact, factAtReset, malformedFact } from "../../verification/knowledge-check.ts";
import { newCodeOrPauseEnd } from "./after-wrong-answers.ts";
import { closeRecovery } from "./open-recovery.ts";
import {
  lockAuthorization,
  type ResetAuthorization,
  recoveryIdOf,
  rejectConsumedAuthorization,
} from "./reset-authorization.ts";

/**
 * Checks the identity fact asked for with the new password; returns the refusal, or undefined when it is correct.
 * Malformed values do not count as attempts.
 */
export async function checkIdentityFact(
  deps: IdentityProofDeps,
  {
    requestContext,
    authorization,
    typed,
  }: { requestContext: RequestContext; authorization: ResetAuthorization; typed: TypedFacts },
): Promise<IdentityProofRefusal | undefined> {
  if (authorization.via === "proof" && authorization.recovery.how === "temporary") return undefined;
  const { rows, identity } = authorization.owner;
  const fact = factAtReset(rows);
  const malformed = malformedFact({ fact, typed }, { province: requestContext.province, now: deps.clock.now() });
  if (malformed) return malformed;
  const { brandId, id: accountId } = authorization.account;
  return transact(deps.database, async (transaction): Promise<IdentityProofRefusal | undefined> => {
    if (!(await lockAuthorization(transaction, authorization))) return rejectConsumedAuthorization(authorization);
    const { countWrong, ...journey } = journeyOf(transaction, { requestContext, authorization });
    const refusal = await checkFact(deps, transaction, {
      brandId,
      accountId,
      identity,
      rows,
      fact,
      typed,
      countWrong,
      journey,
    });
    const isOpenEnd = refusal?.kind === "lockedOut" && refusal.roadblock === "login-difficulties" && !refusal.until;
    if (!isOpenEnd) return refusal;
    const others = [{ limit: "identityFactIdentity", subject: identity }] as const;
    const recovery = authorization.via === "proof" ? authorization.recovery : undefined;
    const after = await newCodeOrPauseEnd(deps, transaction, {
      requestContext,
      owner: authorization.owner,
      recovery,
      others,
    });
    return { ...refusal, ...after };
  });
}

/** Wrong answers count on the recovery for a reset by code or link, and on the link itself for any other link. */
function journeyOf(
  transaction: Trx,
  { requestContext, authorization }: { requestContext: RequestContext; authorization: ResetAuthorization },
) {
  const recoveryId = recoveryIdOf(authorization);
  if (recoveryId !== undefined)
    return {
      id: recoveryId,
      auditContext: createAuditContext("recovery", requestContext),
      countWrong: () => incrementRecoveryCounter(transaction, { id: recoveryId, what: "wrong_facts" }),
      close: () => closeRecovery(transaction, { id: recoveryId, how: "wrongFacts" }),
    };
  const { id } = (authorization as Extract<ResetAuthorization, { via: "link" }>).link;
  return {
    id,
    auditContext: createAuditContext("link", requestContext),
    countWrong: () => incrementLinkCounter(transaction, { id, what: "wrong_answers" }),
    close: () => revokeLink(transaction, id),
  };
}
