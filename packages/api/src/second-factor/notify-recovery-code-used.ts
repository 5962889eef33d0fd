import type { Account } from "../accounts/account.store.ts";
import type { Device } from "../accounts/device.rule.ts";
import { notifyAccount } from "../accounts/notify-account.ts";
import type { ApiDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import { countRecoveryCodes } from "./recovery-code.store.ts";

/** Notifies the owner that a recovery code was used, and how many are left. */
export async function notifyRecoveryCodeUsed(
  deps: Pick<ApiDeps, "notifier">,
  transaction: Trx,
  use: { account: Account; origin: string; device: Device; alsoTo: readonly string[] },
): Promise<void> {
  const left = (await countRecoveryCodes(transaction, use.account.id))?.left ?? 0;
  await notifyAccount(deps, transaction, {
    ...use,
    notification: "recoveryCodeUsed",
    facts: { left: String(left) },
  });
}
