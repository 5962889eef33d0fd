import type { NotificationId } from "@vestibule/catalogue/notification.table.ts";
import type { ApiDeps, LimitedDeps, RequestContext } from "../deps.ts";
import type { MessageOrder } from "../messages/notifier.port.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import { type Device, deviceFacts } from "./device.rule.ts";
import { findEmailOfBefore } from "./settling.store.ts";

interface AccountNotice {
  notification: NotificationId;
  account: Pick<Account, "id" | "brandId" | "email" | "language" | "province">;
  origin: string;
  /** Browser and system of the request that caused it. */
  device?: Device;
  /** By default the account's e-mail, and the previous one while a change of it has not settled. */
  recipient?: string;
  /** E-mails on file to notify too. */
  alsoTo?: Iterable<string>;
  facts?: Record<string, string>;
}

/** An e-mail about an account, in its language and with the telephone number of its province. */
export function accountNotice({
  notification,
  account,
  origin,
  device,
  recipient,
  facts,
}: Omit<AccountNotice, "account" | "alsoTo"> & { account: Omit<AccountNotice["account"], "id"> }): MessageOrder {
  const { brandId, email, language, province } = account;
  return {
    notification,
    channel: "EMAIL",
    recipient: recipient ?? email,
    brandId,
    language,
    facts: {
      origin,
      province,
      ...(device && deviceFacts(device)),
      ...facts,
    },
  };
}

export async function notifyAccount(
  { notifier }: Pick<ApiDeps, "notifier">,
  transaction: Trx,
  notice: AccountNotice,
): Promise<void> {
  const { account, recipient: only, alsoTo = [] } = notice;
  const recipients = only === undefined ? await securityContacts(transaction, account) : [only];
  for (const recipient of new Set([...recipients, ...alsoTo]))
    await notifier.notify(transaction, accountNotice({ ...notice, recipient }));
}

/** The account's e-mail, and the one from before a change that has not settled: the change may be a thief's. */
export async function securityContacts(transaction: Trx, account: Pick<Account, "id" | "email">): Promise<Set<string>> {
  const before = await findEmailOfBefore(transaction, account.id);
  return new Set([account.email, ...(before ? [before.email] : [])]);
}

/** Notifies the account's e-mail, the previous one and all others on file of a new password, in its language. */
export async function notifyPasswordChanged(
  deps: Pick<ApiDeps, "notifier">,
  transaction: Trx,
  {
    emails,
    ...notice
  }: Pick<AccountNotice, "origin" | "device"> & { account: Account; emails: readonly (string | null)[] },
): Promise<void> {
  const before = await findEmailOfBefore(transaction, notice.account.id);
  for (const recipient of new Set([...emails, before?.email].filter((email) => typeof email === "string")))
    await notifyAccount(deps, transaction, { ...notice, notification: "passwordChanged", recipient });
}

/** Notifies the owner of a sign-in in a browser that the account did not know, within the daily limit. */
export async function notifyNewBrowser(
  deps: LimitedDeps<"notifier">,
  transaction: Trx,
  notice: Pick<AccountNotice, "account" | "origin" | "device">,
): Promise<void> {
  const counted = await deps.limits.consume(transaction, { limit: "newBrowserNotice", subject: notice.account.id });
  if (counted.kind === "allowed") await notifyAccount(deps, transaction, { ...notice, notification: "newBrowser" });
}

/**
 * Sends a notice to an e-mail of an account that another person tried to use, within the daily limit. One that the
 * account left hears again that it did: the change may be a thief's.
 */
export async function notifyAddressTaken(
  { limits, notifier }: LimitedDeps<"notifier">,
  transaction: Trx,
  {
    requestContext,
    owner,
    email,
    journeyId,
  }: { requestContext: RequestContext; owner: Account; email: string; journeyId?: string },
): Promise<void> {
  const counted = await limits.consume(transaction, { limit: "addressTakenNotice", subject: email });
  if (counted.kind === "exceeded") return;
  const { origin, device } = requestContext;
  const notification = email === owner.email ? "alreadyRegistered" : "emailChanged";
  const notice = accountNotice({ notification, account: owner, origin, device, recipient: email });
  await notifier.notify(transaction, { ...notice, ...(journeyId && { journeyId }) });
}
