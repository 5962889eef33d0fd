import { setTimeout as pause } from "node:timers/promises";
import { findAccountByEmail } from "../../accounts/account.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { recoveryEmailKeys, startRecovery } from "../../recoveries/recovery.store.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { createRecoveryId } from "./recovery-id.rule.ts";
import { loadRecoveryOwner, type RecoveryOwner } from "./recovery-owner.ts";
import { sendResetMessage } from "./reset-message.ts";

/** Minimum response time, longer than the work, whose duration varies with the e-mail. */
const minimumMilliseconds = 120;

/** Resolves after the same time for every outcome. */
export async function withMinimumDuration<Ending>(work: () => Promise<Ending>): Promise<Ending> {
  const [result] = await Promise.all([work(), pause(minimumMilliseconds)]);
  return result;
}

export type StartResetResult = { kind: "started"; id: string } | Extract<IdentityProofRefusal, { kind: "wait" }>;

/** Starts a reset for a known or unknown e-mail, with the same work, shape of id and duration. */
export function requestReset(
  deps: IdentityProofDeps,
  { requestContext, email }: { requestContext: RequestContext; email: string },
): Promise<StartResetResult> {
  return withMinimumDuration(async () => {
    const { brand, clientIp } = requestContext;
    const counted = await deps.limits.consume(deps.database, { limit: "recoveryClientIp", subject: clientIp });
    if (counted.kind === "exceeded") return retryLater(counted);
    const account = await findAccountByEmail(deps.database, { brandId: brand.id, email });
    const [emailKey = ""] = recoveryEmailKeys(deps.keys.lookupHash, { brandId: brand.id, email });
    const owner = await loadRecoveryOwner(deps, { brand, account, emailKey });
    const { recoveryId: id } = await transact(deps.database, (transaction) =>
      startReset(deps, transaction, { requestContext, owner, email }),
    );
    return { kind: "started", id: createRecoveryId(deps.keys.secretHash, { id, brandId: brand.id }) };
  });
}

/** Starts a recovery and sends its message in the caller's transaction. `mail`: whether the message was sent. */
export async function startReset(
  deps: IdentityProofDeps,
  transaction: Trx,
  reset: { requestContext: RequestContext; owner: RecoveryOwner; email: string | undefined },
): Promise<{ recoveryId: string; mail: "sent" | "suppressed" }> {
  const { requestContext, owner, email } = reset;
  const { brand, language, province } = requestContext;
  const emailKeys = recoveryEmailKeys(deps.keys.lookupHash, {
    brandId: brand.id,
    email: email ?? deps.random.token(16),
  });
  const recoveryId = await startRecovery(transaction, {
    brandId: brand.id,
    accountId: owner.account?.id,
    emailKeys,
    how: "forgot",
    language,
    province,
  });
  const mail = await sendResetMessage(deps, transaction, {
    requestContext,
    recoveryId,
    owner,
    emailKeys,
    recipient: email,
  });
  await deps.auditor.record(transaction, {
    event: "recovery.started",
    result: mail,
    brandId: brand.id,
    ...(owner.account && { accountId: owner.account.id }),
    journeyId: recoveryId,
    actor: "person",
    auditContext: createAuditContext("recovery", requestContext),
  });
  return { recoveryId, mail };
}
