import { findAccountByEmail } from "../../accounts/account.store.ts";
import { resetLocks } from "../../accounts/reset-locks.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export interface Unlock {
  brandId: string;
  /** Normalised login name. */
  email: string;
  /** `service:<name>` or `operator:<name>`. */
  actor: string;
}

/** Removes every lock of a login name for one of the insurer's systems. */
export async function unlock(
  deps: Pick<ApiDeps, "database" | "auditor" | "keys" | "registryOf">,
  { brandId, email, actor }: Unlock,
): Promise<{ kind: "unlocked" | "wasOpen" | "unknown" }> {
  return transact(deps.database, async (transaction) => {
    const account = await findAccountByEmail(transaction, { brandId, email });
    if (account === undefined) return { kind: "unknown" };
    const kind = await resetLocks(deps, transaction, account);
    await deps.auditor.record(transaction, {
      event: "account.unlocked",
      result: kind,
      brandId,
      accountId: account.id,
      actor,
    });
    return { kind };
  });
}
