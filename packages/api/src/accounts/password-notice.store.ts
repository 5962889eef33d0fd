import type { ApiDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import { notifyAccount } from "./notify-account.ts";

/** Notifies an account's e-mail and all others on file of a new password, in the account's language. */
export async function notifyPasswordChanged(
  deps: Pick<ApiDeps, "notifier">,
  transaction: Trx,
  { account, emails, origin }: { account: Account; emails: readonly (string | null)[]; origin: string },
): Promise<void> {
  for (const recipient of new Set(emails.filter((email) => email !== null)))
    await notifyAccount(deps, transaction, { notification: "passwordChanged", account, origin, recipient });
}
