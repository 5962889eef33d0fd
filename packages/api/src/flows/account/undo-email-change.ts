import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import { lockAccountForUpdate } from "../../accounts/account.store.ts";
import { accountEvent } from "../../accounts/account-call.rule.ts";
import { changeEmail } from "../../accounts/account-change.store.ts";
import { type EmailUndo, findEmailUndo, recordUndo } from "../../accounts/email-change.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { secureAccount } from "../../accounts/settling.store.ts";
import type { LimitedDeps, RequestContext } from "../../deps.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import { countLinkCall } from "../../links/count-link-call.ts";
import { transact } from "../../platform/transaction.adapter.ts";

type UndoDeps = LimitedDeps<"database" | "auditor" | "notifier" | "keys">;

export type EmailUndoResult =
  | { kind: "found"; state: "open" | "undone" | "ended" | "taken"; maskedEmail: string; email?: string }
  | { kind: "notFound" }
  | RetryLater;

interface UndoLink {
  requestContext: RequestContext;
  token: string;
}

export async function readEmailUndo(deps: UndoDeps, { requestContext, token }: UndoLink): Promise<EmailUndoResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  const undo = await findEmailUndo(deps.keys, deps.database, { token, brandId: requestContext.brand.id });
  return undo === undefined ? { kind: "notFound" } : describe(undo);
}

/**
 * Restores the e-mail from before a change, and undoes every later change too. All access ends and the password is
 * locked until a reset, because the person who made the change may know it. A link that is not open is returned
 * unchanged.
 */
export async function undoEmailChange(deps: UndoDeps, { requestContext, token }: UndoLink): Promise<EmailUndoResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  const of = { token, brandId: requestContext.brand.id };
  return transact(deps.database, async (transaction): Promise<EmailUndoResult> => {
    const known = await findEmailUndo(deps.keys, transaction, of);
    const account = known && (await lockAccountForUpdate(transaction, known.accountId));
    // Read again under the lock, so that the first of concurrent undos wins.
    const undo = account && (await findEmailUndo(deps.keys, transaction, of));
    if (account === undefined || undo === undefined) return { kind: "notFound" };
    if (undo.state !== "open") return describe(undo);
    const accountId = account.id;
    const restored = await changeEmail(transaction, { accountId, ...undo.previous });
    if (restored === "emailTaken") return { ...describe(undo), state: "taken" };
    await recordUndo(transaction, undo);
    await secureAccount(transaction, accountId);
    if (account.email !== undo.previous.email)
      await notifyAccount(deps, transaction, {
        notification: "emailChangeUndone",
        account,
        origin: requestContext.origin,
        device: requestContext.device,
      });
    const session = { accountId, brandId: account.brandId };
    await deps.auditor.record(transaction, accountEvent({ requestContext, session }, { event: "email.changeUndone" }));
    return { ...describe(undo), state: "undone", email: undo.previous.email };
  });
}

function describe({ state, previous }: EmailUndo) {
  return { kind: "found", state, maskedEmail: maskEmail(previous.email) } as const;
}
