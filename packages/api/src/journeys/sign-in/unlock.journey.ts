import { forgetFailures } from "../../capabilities/accounts/sign-in-failure.store.ts";
import { nameKeys } from "../../capabilities/accounts/sign-in-name.rule.ts";
import type { ApiParts } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export interface Unlock {
  brandId: string;
  /** Normalised user name. */
  email: string;
  /** Who asks: service:<name> or operator:<name>. */
  actor: string;
}

/** Lifts every lock of a name by the insurer's hand: pauses, the count of wrong passwords, and the lock until reset. */
export async function unlock(
  parts: Pick<ApiParts, "database" | "users" | "auditor" | "keys">,
  { brandId, email, actor }: Unlock,
): Promise<{ kind: "unlocked" | "wasOpen" | "unknown" }> {
  return transact(parts.database, async (transaction) => {
    const account = await parts.users.findByEmail(transaction, { brandId, email });
    if (account === undefined) return { kind: "unknown" };
    const forgotten = await forgetFailures(transaction, nameKeys(parts.keys.lookupHash, { brandId, email }));
    const lifted = await parts.users.unlockPassword(transaction, account.id);
    const kind = lifted || forgotten > 0 ? "unlocked" : "wasOpen";
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
