import type { Account } from "../accounts/account.store.ts";
import type { Device } from "../accounts/device.rule.ts";
import { notifyAccount } from "../accounts/notify-account.ts";
import type { ApiDeps } from "../deps.ts";
import { linkUrl } from "../links/link-url.rule.ts";
import type { Trx } from "../platform/database.table.ts";
import { insertMethodRemoval, type RemovableMethod } from "./method-removal.store.ts";

const notices = { authenticator: "authenticatorRemoved", passkey: "passkeyRemoved" } as const;

interface Notice {
  account: Account;
  origin: string;
  device: Device;
  alsoTo: readonly string[];
}

/** Notifies the account's contacts that a method was removed, with a link that undoes it. */
export async function notifyRemoval(
  deps: Pick<ApiDeps, "keys" | "random" | "notifier">,
  transaction: Trx,
  { method, methodId, ...notice }: Notice & { method: RemovableMethod; methodId: string },
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
  await notifyAccount(deps, transaction, {
    ...notice,
    notification: notices[method],
    facts: {
      undoEndsAt: undoEndsAt.toISOString(),
      link: linkUrl({ ...account, origin, path: "/undo-removal", query: { removal: undoToken } }),
    },
  });
}
