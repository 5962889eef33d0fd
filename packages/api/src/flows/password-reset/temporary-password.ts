import { randomUUID } from "node:crypto";
import { type Account, findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import { insertRecovery, recoveryEmailKeys } from "../../accounts/recovery.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { LimitCount, LimitWindow } from "../../limits/limit.port.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { hasPassed } from "../../platform/database.adapter.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countAttempt } from "../../verification/count-attempt.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { createRecoveryId, loadRecoveryOwner, type RecoveryOwner, readRecoveryId } from "./recovery.ts";
import { issueResetToken } from "./reset-token.ts";
import { startReset } from "./start-reset.ts";

/** `id` and `token` belong to a recovery that requires only the new password. */
export type TemporaryPasswordResult = { kind: "correct"; id: string; token: string } | IdentityProofRefusal;

/**
 * Verifies a temporary password, with the same hash for decoy ids and accounts in another status. The third wrong one
 * of an account, or a correct one after its expiry, sends the reset message instead. `id`: as `findAccount` returned it.
 */
export async function verifyTemporaryPassword(
  deps: IdentityProofDeps,
  { requestContext, id: text, tempPassword }: { requestContext: RequestContext; id: string; tempPassword: string },
): Promise<TemporaryPasswordResult> {
  const { brand, clientIp } = requestContext;
  const counted = await deps.limits.consume(deps.database, { limit: "loginClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  if (tempPassword === "") return { kind: "malformed", fields: { tempPassword: "required" } };
  const handle = readRecoveryId(deps.keys.secretHash, { text, brandId: brand.id, purposes: ["signIn"] });
  if (handle === undefined) return { kind: "notFound" };
  const account = await findAccountById(deps.database, handle.id ?? randomUUID());
  if (account?.status !== "T") {
    await deps.hashing.dummyVerify(tempPassword);
    return { kind: "wrongSecret" };
  }
  const isCorrect = (await deps.hashing.verify(tempPassword, account.passwordHash)) !== "wrong";
  const emailKeys = recoveryEmailKeys(deps.keys.lookupHash, { brandId: brand.id, email: account.email });
  const owner = await loadRecoveryOwner(deps, { brand, account, emailKey: emailKeys[0] ?? "" });
  return countAttempt(deps, temporaryPasswordOf(account), (count) =>
    transact(deps.database, async (transaction) => {
      const { response, result, recoveryId } = await evaluateAttempt(deps, transaction, {
        requestContext,
        owner,
        account,
        emailKeys,
        isCorrect,
        count,
      });
      await deps.auditor.record(transaction, {
        event: response.kind === "correct" ? "temporary.accepted" : "temporary.refused",
        result,
        brandId: brand.id,
        accountId: account.id,
        ...(recoveryId && { journeyId: recoveryId }),
        actor: "person",
        // A correct one starts a recovery; any other is a refused login.
        auditContext: createAuditContext(response.kind === "correct" ? "recovery" : "signIn", requestContext),
      });
      return response;
    }),
  );
}

const temporaryPasswordOf = ({ id }: Account): LimitWindow => ({ limit: "temporaryPassword", subject: id });

interface ValidatedPassword {
  requestContext: RequestContext;
  owner: RecoveryOwner;
  account: Account;
  emailKeys: readonly string[];
  /** Whether the password matches the hash that the account had when it was read. */
  isCorrect: boolean;
  count: LimitCount;
}

async function evaluateAttempt(
  deps: IdentityProofDeps,
  transaction: Trx,
  validated: ValidatedPassword,
): Promise<{ response: TemporaryPasswordResult; result: string; recoveryId?: string }> {
  const { requestContext, owner, account, emailKeys, isCorrect, count } = validated;
  const refusal = { kind: "limit", roadblock: "temporary" } as const satisfies IdentityProofRefusal;
  if (count.kind === "exceeded") return { response: { ...refusal, until: count.until }, result: "limit" };
  const mailReset = async () => {
    const { mail } = await startReset(deps, transaction, { requestContext, owner, email: owner.contact?.email });
    return { ...refusal, ...(mail === "sent" && { resetMailed: true as const }) };
  };
  const locked = await lockAccountForUpdate(transaction, account.id);
  if (!isCorrect || locked?.status !== "T" || locked.passwordHash !== account.passwordHash) {
    if (count.left > 0) return { response: { kind: "wrongSecret" }, result: "wrong" };
    const now = await deps.limits.peek(transaction, temporaryPasswordOf(account));
    return {
      response: { ...(await mailReset()), ...(now.kind === "exceeded" && { until: now.until }) },
      result: "limit",
    };
  }
  await deps.limits.refund(transaction, count);
  if (locked.temporaryUntil === null || (await hasPassed(transaction, locked.temporaryUntil))) {
    return { response: await mailReset(), result: "late" };
  }
  const { brand, language, province } = requestContext;
  const id = await insertRecovery(transaction, {
    brandId: brand.id,
    accountId: account.id,
    emailKeys,
    how: "temporary",
    language,
    province,
  });
  const token = await issueResetToken(deps, transaction, id);
  const correct = {
    kind: "correct",
    id: createRecoveryId(deps.keys.secretHash, { id, brandId: brand.id }),
    token,
  } as const;
  return { response: correct, result: "right", recoveryId: id };
}
