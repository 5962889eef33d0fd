import type { NotificationId } from "@vestibule/catalogue/notification.table.ts";
import type { ApiDeps, RequestContext } from "../deps.ts";
import type { Limits } from "../limits/limit.port.ts";
import type { Notice } from "../messages/notifier.port.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";

interface AccountNotice {
  notification: NotificationId;
  account: Pick<Account, "brandId" | "email" | "language" | "province">;
  origin: string;
  /** The account's e-mail by default. */
  recipient?: string;
  facts?: Record<string, string>;
}

/** An e-mail about an account, in its language and with the telephone number of its province. */
export function accountNotice({ notification, account, origin, recipient, facts }: AccountNotice): Notice {
  const { brandId, email, language, province } = account;
  return {
    notification,
    channel: "EMAIL",
    recipient: recipient ?? email,
    brandId,
    language,
    facts: { origin, province, ...facts },
  };
}

export async function notifyAccount(
  { notifier }: Pick<ApiDeps, "notifier">,
  transaction: Trx,
  notice: AccountNotice,
): Promise<void> {
  await notifier.notify(transaction, accountNotice(notice));
}

/** Notifies an account's e-mail and all others on file of a new password, in the account's language. */
export async function notifyPasswordChanged(
  deps: Pick<ApiDeps, "notifier">,
  transaction: Trx,
  { account, emails, origin }: { account: Account; emails: readonly (string | null)[]; origin: string },
): Promise<void> {
  for (const recipient of new Set(emails.filter((email) => email !== null)))
    await notifyAccount(deps, transaction, { notification: "passwordChanged", account, origin, recipient });
}

/** The notice to the owner of an e-mail that another person tried to use; undefined once the daily limit is reached. */
export async function addressTakenNotice(
  limits: Limits,
  database: DbOrTrx,
  { requestContext: { origin }, owner }: { requestContext: RequestContext; owner: Account },
): Promise<{ notice: Notice; counted: readonly string[] } | undefined> {
  const counted = await limits.consume(database, { limit: "addressTakenNotice", subject: owner.email });
  if (counted.kind === "exceeded") return undefined;
  const notice = accountNotice({ notification: "alreadyRegistered", account: owner, origin });
  return { notice, counted: counted.keys };
}
