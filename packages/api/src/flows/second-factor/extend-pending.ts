import { extendPendingSignIn } from "../../accounts/pending-sign-in.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import { lockPendingCall, type PendingCall } from "./pending-call.ts";

/** Gives the person ten minutes more, once; false where the sign-in has ended or was extended before. */
export function extendPending(deps: SecondFactorDeps, call: PendingCall): Promise<boolean> {
  return transact(deps.database, async (transaction) => {
    const locked = await lockPendingCall(transaction, call);
    return locked !== undefined && (await extendPendingSignIn(transaction, locked.pending.id)) !== undefined;
  });
}
