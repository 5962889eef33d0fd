import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Account } from "../accounts/account.store.ts";
import { readContactsOnFile } from "../accounts/contacts-on-file.ts";
import type { Device } from "../accounts/device.rule.ts";
import { notifyAccount } from "../accounts/notify-account.ts";
import type { ApiDeps } from "../deps.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { blockPasskey, type PasskeyUse } from "./passkey.store.ts";

/**
 * Blocks a passkey whose signature count decreased, which means that its authenticator was copied, and notifies the
 * owner once. The original cannot be distinguished from the copy.
 */
export async function reportCopy(
  deps: Pick<ApiDeps, "database" | "directory" | "auditor" | "notifier">,
  {
    use,
    brand,
    ...notice
  }: { use: PasskeyUse; brand: Pick<Brand, "companies">; account: Account; origin: string; device: Device },
): Promise<void> {
  const { account } = notice;
  const { emails: alsoTo } = await readContactsOnFile(deps, {
    requestContext: { brand },
    session: { accountId: account.id },
  });
  await transact(deps.database, async (transaction) => {
    if (!(await blockPasskey(transaction, use))) return;
    await notifyAccount(deps, transaction, { ...notice, notification: "passkeyBlocked", alsoTo });
    await deps.auditor.record(transaction, {
      event: "passkey.blocked",
      result: "ok",
      brandId: account.brandId,
      accountId: account.id,
      actor: "system",
    });
  });
}
