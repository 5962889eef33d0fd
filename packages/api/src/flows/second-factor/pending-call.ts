import { type Account, findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import {
  findPendingSignIn,
  lockPendingSignIn,
  type PendingSignIn,
  pendingSignInHashes,
} from "../../accounts/pending-sign-in.store.ts";
import { type AuditEvent, journeyEvent } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";

/** A call of a browser or an app about its pending sign-in. */
export interface PendingCall {
  requestContext: RequestContext;
  pending: PendingSignIn;
  account: Account;
}

/** Reads the pending sign-in of a call, also after its end; undefined for an unknown id or one of another brand. */
export async function readPendingCall(
  deps: Pick<SecondFactorDeps, "database" | "keys">,
  { requestContext, id }: { requestContext: RequestContext; id: string },
): Promise<PendingCall | undefined> {
  const idHashes = pendingSignInHashes(deps, id);
  const pending = idHashes && (await findPendingSignIn(deps.database, { idHashes, brandId: requestContext.brand.id }));
  const account = pending && (await findAccountById(deps.database, pending.accountId));
  return account && { requestContext, pending, account };
}

/** Whether the sign-in of a call has ended, or has its second proof already. */
export const isOver = ({ pending }: Pick<PendingCall, "pending">) =>
  pending.ended !== undefined || pending.provenMethod !== null;

/** Locks the account and the pending sign-in of a call; undefined once one of them does not wait any more. */
export async function lockPendingCall(
  transaction: Trx,
  { pending: { id, accountId } }: PendingCall,
): Promise<{ pending: PendingSignIn; account: Account } | undefined> {
  const account = await lockAccountForUpdate(transaction, accountId);
  const pending = await lockPendingSignIn(transaction, id);
  return account === undefined || account.disabled || pending?.provenMethod !== null ? undefined : { pending, account };
}

export function pendingEvent(
  { requestContext, pending }: Pick<PendingCall, "requestContext" | "pending">,
  event: Pick<AuditEvent, "event" | "result" | "facts">,
): AuditEvent {
  const { id: journeyId, accountId } = pending;
  return journeyEvent("secondFactor", requestContext, { ...event, accountId, journeyId });
}
