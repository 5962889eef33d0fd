import { setTimeout as pause } from "node:timers/promises";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { startRecovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { recoveryHandle } from "./journey-handle.rule.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { ownerOf, type RecoveryOwner } from "./recovery-owner.journey.ts";
import { sendResetMessage } from "./reset-message.journey.ts";

/**
 * Longer than the work takes, whose parts cost a little more or less from address to address. Nobody who waits for an
 * e-mail feels it.
 */
const answerMilliseconds = 120;

/** Answers after the same time, whatever was found. */
export async function alike<Ending>(work: Promise<Ending>): Promise<Ending> {
  const [ending] = await Promise.all([work, pause(answerMilliseconds)]);
  return ending;
}

export type BeginEnding = { kind: "begun"; id: string } | Extract<Refusal, { kind: "wait" }>;

/** Begins a reset for an address, used by an account or by nobody: the same work, the same shape of id, the same time. */
export function beginReset(parts: ProvingParts, question: { visit: Visit; email: string }): Promise<BeginEnding> {
  return alike(begin(parts, question));
}

async function begin(parts: ProvingParts, { visit, email }: { visit: Visit; email: string }): Promise<BeginEnding> {
  const { brand, address } = visit;
  const taken = await parts.limits.take(parts.database, { limit: "recoveryAddress", subject: address });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  const account = await parts.users.findByEmail(parts.database, { brandId: brand.id, email });
  const [emailKey = ""] = emailKeysOf(parts, { brandId: brand.id, email });
  const owner = await ownerOf(parts, { brand, account, emailKey });
  const { recoveryId: id } = await transact(parts.database, (transaction) =>
    startReset(parts, transaction, { visit, owner, email }),
  );
  return { kind: "begun", id: recoveryHandle(parts.keys.secretHash, { id, brandId: brand.id }) };
}

/** A new recovery with its message, in the transaction that causes it. `mail`: whether one went out. */
export async function startReset(
  parts: ProvingParts,
  transaction: Trx,
  reset: { visit: Visit; owner: RecoveryOwner; email: string | undefined },
): Promise<{ recoveryId: string; mail: "sent" | "suppressed" }> {
  const { visit, owner, email } = reset;
  const { brand, language, province } = visit;
  const emailKeys = emailKeysOf(parts, { brandId: brand.id, email: email ?? parts.random.token(16) });
  const recoveryId = await startRecovery(transaction, {
    brandId: brand.id,
    accountId: owner.account?.id,
    emailKeys,
    how: "forgot",
    language,
    province,
  });
  const mail = await sendResetMessage(parts, transaction, { visit, recoveryId, owner, emailKeys, recipient: email });
  await parts.auditor.record(transaction, {
    event: "recovery.started",
    result: mail,
    brandId: brand.id,
    ...(owner.account && { accountId: owner.account.id }),
    journeyId: recoveryId,
    actor: "person",
    lived: livedIn("recovery", visit),
  });
  return { recoveryId, mail };
}

/** An address as recoveries keep it, under every key in use, the newest first. */
export function emailKeysOf({ keys }: Pick<ProvingParts, "keys">, of: { brandId: string; email: string }): string[] {
  return keyedHashes(keys.lookupHash, ["recovery", of.brandId, of.email]);
}
