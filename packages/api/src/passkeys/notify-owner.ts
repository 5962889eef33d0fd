import type { Account } from "../accounts/account-store.port.ts";
import type { ApiDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";

/** A message to the account's e-mail that its passkeys changed. */
export async function notifyOwner(
  { notifier }: Pick<ApiDeps, "notifier">,
  transaction: Trx,
  {
    notification,
    account,
    origin,
  }: { notification: "passkeyAdded" | "passkeyRemoved" | "passkeyBlocked"; account: Account; origin: string },
): Promise<void> {
  await notifier.notify(transaction, {
    notification,
    brandId: account.brandId,
    language: account.language,
    channel: "EMAIL",
    recipient: account.email,
    facts: { origin, province: account.province },
  });
}
