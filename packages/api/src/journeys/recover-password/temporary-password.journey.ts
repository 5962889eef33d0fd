import { randomUUID } from "node:crypto";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { startRecovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import { hasPassed } from "../../platform/database.adapter.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { openHandle, recoveryHandle } from "./journey-handle.rule.ts";
import { giveProof } from "./proof-token.journey.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { ownerOf, type RecoveryOwner } from "./recovery-owner.journey.ts";
import { emailKeysOf, startReset } from "./start-reset.journey.ts";

/** `id` and `token`: of a recovery that asks for nothing but the new password. */
export type TemporaryEnding = { kind: "right"; id: string; token: string } | Refusal;

export interface TemporaryAttempt {
  visit: Visit;
  /** The id that finding the account gave. */
  id: string;
  tempPassword: string;
}

/**
 * Judges a temporary password. The third wrong one of an account, over all sessions, and a right one after its day,
 * end in the reset's message: that way stays open. Ids of other accounts, and of nobody, cost the same hash.
 */
export async function judgeTemporary(parts: ProvingParts, attempt: TemporaryAttempt): Promise<TemporaryEnding> {
  const { visit, id: text, tempPassword } = attempt;
  const { brand, address } = visit;
  const counted = await parts.limits.take(parts.database, { limit: "loginAddress", subject: address });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  if (tempPassword === "") return { kind: "malformed", fields: { tempPassword: "required" } };
  const handle = openHandle(parts.keys.secretHash, { text, brandId: brand.id, purposes: ["sign-in"] });
  if (handle === undefined) return { kind: "gone" };
  const account = await parts.users.findById(parts.database, handle.id ?? randomUUID());
  if (account?.status !== "T") {
    await parts.hashing.spend(tempPassword, undefined, address);
    return { kind: "wrongSecret" };
  }
  const isRight = (await parts.hashing.verify(tempPassword, account.passwordHash, address)) !== "wrong";
  const emailKeys = emailKeysOf(parts, { brandId: brand.id, email: account.email });
  const owner = await ownerOf(parts, { brand, account, emailKey: emailKeys[0] ?? "" });
  return transact(parts.database, async (transaction) => {
    const { ending, result, recoveryId } = await decide(parts, transaction, {
      visit,
      owner,
      account,
      emailKeys,
      isRight,
    });
    await parts.auditor.record(transaction, {
      event: ending.kind === "right" ? "temporary.accepted" : "temporary.refused",
      result,
      brandId: brand.id,
      accountId: account.id,
      ...(recoveryId && { journeyId: recoveryId }),
      actor: "person",
      // A right one begins a recovery; any other is a log-in that was refused.
      lived: livedIn(ending.kind === "right" ? "recovery" : "signIn", visit),
    });
    return ending;
  });
}

interface Judged {
  visit: Visit;
  owner: RecoveryOwner;
  account: Account;
  emailKeys: readonly string[];
  /** Of the hash that the account had when it was read. */
  isRight: boolean;
}

async function decide(
  parts: ProvingParts,
  transaction: Trx,
  judged: Judged,
): Promise<{ ending: TemporaryEnding; result: string; recoveryId?: string }> {
  const { visit, owner, account, emailKeys, isRight } = judged;
  const over = { kind: "limit", roadblock: "temporary" } as const satisfies Refusal;
  const window = { limit: "temporaryPassword", subject: account.id } as const;
  const taken = await parts.limits.take(transaction, window);
  if (taken.kind === "full") return { ending: { ...over, until: taken.until }, result: "limit" };
  const mailReset = async () => {
    const { mail } = await startReset(parts, transaction, { visit, owner, email: account.email });
    return { ...over, ...(mail === "sent" && { resetMailed: true as const }) };
  };
  const held = await parts.users.hold(transaction, account.id);
  if (!isRight || held?.status !== "T" || held.passwordHash !== account.passwordHash) {
    if (taken.left > 0) return { ending: { kind: "wrongSecret" }, result: "wrong" };
    const now = await parts.limits.look(transaction, window);
    return { ending: { ...(await mailReset()), ...(now.kind === "full" && { until: now.until }) }, result: "limit" };
  }
  await parts.limits.giveBack(transaction, taken);
  if (held.temporaryUntil === null || (await hasPassed(transaction, held.temporaryUntil))) {
    return { ending: await mailReset(), result: "late" };
  }
  const { brand, language, province } = visit;
  const id = await startRecovery(transaction, {
    brandId: brand.id,
    accountId: account.id,
    emailKeys,
    how: "temporary",
    language,
    province,
  });
  const token = await giveProof(parts, transaction, id);
  const right = { kind: "right", id: recoveryHandle(parts.keys.secretHash, { id, brandId: brand.id }), token } as const;
  return { ending: right, result: "right", recoveryId: id };
}
