import type { RequestContext } from "../../deps.ts";
import { revokeLinksOf } from "../../links/link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { endRecovery, findRecovery, lockRecoveryForUpdate, type Recovery } from "../../recoveries/recovery.store.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { revokeCodes } from "../../verification/one-time-code.store.ts";
import { refuseAfterWrongCodes } from "./after-wrong-answers.ts";
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
    // Expiry does not hide an end by wrong answers.
    if (recovery?.ended === "wrongCodes" || recovery?.ended === "wrongFacts")
      return refuseAfterWrongCodes(deps, transaction, { requestContext, recovery, owner });
    if (recovery === undefined || recovery.ended !== undefined) return { kind: "notFound" };
    return work(transaction, { recovery, owner });
  });
}

/** Ends a recovery and its codes. Wrong codes leave the link valid, in an inbox that no guesser reads. */
export async function closeRecovery(
  transaction: Trx,
  { id, how }: { id: string; how: "wrongCodes" | "wrongFacts" },
): Promise<void> {
  await endRecovery(transaction, { id, how });
  await revokeCodes(transaction, id);
  if (how === "wrongFacts") await revokeLinksOf(transaction, { recovery_id: id });
}
