import { liftLocks } from "../../capabilities/accounts/lifted-locks.rule.ts";
import type { ApiParts } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export interface Unlock {
  brandId: string;
  /** Normalised user name. */
  email: string;
  /** Who asks: service:<name> or operator:<name>. */
  actor: string;
}

/** Lifts every lock of a name for one of the insurer's systems. */
export async function unlock(
  parts: Pick<ApiParts, "database" | "users" | "auditor" | "keys">,
  { brandId, email, actor }: Unlock,
): Promise<{ kind: "unlocked" | "wasOpen" | "unknown" }> {
  return transact(parts.database, async (transaction) => {
    const account = await parts.users.findByEmail(transaction, { brandId, email });
    if (account === undefined) return { kind: "unknown" };
    const kind = await liftLocks(parts, transaction, account);
    await parts.auditor.record(transaction, {
      event: "account.unlocked",
      result: kind,
      brandId,
      accountId: account.id,
      actor,
    });
    return { kind };
  });
}
