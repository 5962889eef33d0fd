import { findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import { accountEvent } from "../../accounts/account-call.rule.ts";
import { notifyAccount, securityContacts } from "../../accounts/notify-account.ts";
import { putBackEmail, secureAccount } from "../../accounts/settling.store.ts";
import type { LimitedDeps, RequestContext } from "../../deps.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import { countLinkCall } from "../../links/count-link-call.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { findMethodRemoval, type MethodRemoval } from "../../second-factor/method-removal.store.ts";

type Deps = LimitedDeps<"database" | "auditor" | "notifier" | "keys">;

export type RemovalUndoResult =
  | ({ kind: "found" } & Pick<MethodRemoval, "state" | "method">)
  | { kind: "notFound" }
  | RetryLater;

interface UndoLink {
  requestContext: RequestContext;
  token: string;
}

export async function readRemovalUndo(deps: Deps, { requestContext, token }: UndoLink): Promise<RemovalUndoResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  const removal = await findMethodRemoval(deps.keys, deps.database, { token, brandId: requestContext.brand.id });
  return removal === undefined ? { kind: "notFound" } : describe(removal);
}

/**
 * Puts a removed method back, and what else has not settled, as a freeze does. All access ends and the password is
 * locked until a reset, because the person who removed it may know it. A link that is not open is returned unchanged.
 */
export async function undoRemoval(deps: Deps, { requestContext, token }: UndoLink): Promise<RemovalUndoResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  const { origin, device } = requestContext;
  const of = { token, brandId: requestContext.brand.id };
  return transact(deps.database, async (transaction): Promise<RemovalUndoResult> => {
    const known = await findMethodRemoval(deps.keys, transaction, of);
    const account = known && (await lockAccountForUpdate(transaction, known.accountId));
    // Read again under the lock, so that the first of concurrent undos wins.
    const removal = account && (await findMethodRemoval(deps.keys, transaction, of));
    if (account === undefined || removal === undefined) return { kind: "notFound" };
    if (removal.state !== "open") return describe(removal);
    const { accountId, method, methodId } = removal;
    const contacts = await securityContacts(transaction, account);
    await putBackEmail(transaction, accountId);
    await secureAccount(transaction, accountId, { denied: { kind: `${method}Removed`, id: methodId } });
    const restored = (await findAccountById(transaction, accountId)) ?? account;
    const notice = { notification: "removalUndone", account: restored, origin, device, alsoTo: contacts } as const;
    await notifyAccount(deps, transaction, notice);
    const session = { accountId, brandId: account.brandId };
    const facts = { method };
    await deps.auditor.record(
      transaction,
      accountEvent({ requestContext, session }, { event: "method.removalUndone", facts }),
    );
    return { ...describe(removal), state: "undone" };
  });
}

function describe({ state, method }: MethodRemoval) {
  return { kind: "found", state, method } as const;
}
