import type { Account } from "../accounts/account.store.ts";
import type { Device } from "../accounts/device.rule.ts";
import { notifyAccount, securityContacts } from "../accounts/notify-account.ts";
import { findEmailOfBefore } from "../accounts/settling.store.ts";
import type { ApiDeps } from "../deps.ts";
import { linkUrl } from "../links/link-url.rule.ts";
import type { Trx } from "../platform/database.table.ts";
import { insertMethodRemoval, type RemovableMethod } from "./method-removal.store.ts";

const notices = { authenticator: "authenticatorRemoved", passkey: "passkeyRemoved" } as const;

interface Notice {
  account: Account;
  origin: string;
  device: Device;
  /** E-mails on file to notify too, and those of them that have settled. */
  alsoTo: readonly string[];
  settledEmails: readonly string[];
}

/**
 * Notifies the account's contacts that a method was removed, those that have settled with a link that undoes it: a
 * younger one may be a thief's.
 */
export async function notifyRemoval(
  deps: Pick<ApiDeps, "keys" | "random" | "notifier">,
  transaction: Trx,
  { method, methodId, alsoTo, settledEmails, ...notice }: Notice & { method: RemovableMethod; methodId: string },
): Promise<void> {
  const undoToken = deps.random.token(32);
  const { account, origin } = notice;
  const { id: accountId, brandId } = account;
  const undoEndsAt = await insertMethodRemoval(deps.keys, transaction, {
    accountId,
    brandId,
    method,
    methodId,
    undoToken,
  });
  const link = {
    undoEndsAt: undoEndsAt.toISOString(),
    link: linkUrl({ ...account, origin, path: "/undo-removal", query: { removal: undoToken } }),
  };
  const before = await findEmailOfBefore(transaction, accountId);
  const settled = new Set([before?.email ?? account.email, ...settledEmails]);
  for (const recipient of new Set([...(await securityContacts(transaction, account)), ...alsoTo]))
    await notifyAccount(deps, transaction, {
      ...notice,
      recipient,
      notification: notices[method],
      facts: settled.has(recipient) ? link : {},
    });
}
