import type { RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { findRecovery, lockRecoveryForUpdate, type Recovery } from "../../recoveries/recovery.store.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { refuseAfterWrongCodes } from "./after-wrong-answers.ts";
import { endReasonOf } from "./end-recovery.ts";
import { findRecoveryOwner, type RecoveryOwner } from "./recovery-owner.ts";

/** Runs `work` on the locked reset by code, or refuses one that has ended. */
export async function withOpenRecovery<Result>(
  deps: IdentityProofDeps,
  { requestContext, recoveryId }: { requestContext: RequestContext; recoveryId: string },
  work: (transaction: Trx, opened: { recovery: Recovery; owner: RecoveryOwner }) => Promise<Result>,
): Promise<Result | IdentityProofRefusal> {
  const { brand } = requestContext;
  const query = { id: recoveryId, brandId: brand.id };
  const found = await findRecovery(deps.database, query);
  if (found === undefined || found.how !== "forgot") return { kind: "notFound" };
  const owner = await findRecoveryOwner(deps, { brand, accountId: found.accountId, emailKey: found.emailKey });
  return transact(deps.database, async (transaction): Promise<Result | IdentityProofRefusal> => {
    const recovery = await lockRecoveryForUpdate(transaction, query);
    const endReason = endReasonOf(recovery);
    if (endReason === "wrongAnswers")
      return refuseAfterWrongCodes(deps, transaction, { requestContext, recovery, owner });
    if (recovery === undefined || endReason) return { kind: "notFound" };
    return work(transaction, { recovery, owner });
  });
}
