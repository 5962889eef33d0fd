import { accountEvent } from "../../accounts/account-event.rule.ts";
import { recordProof } from "../../accounts/session-proof.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  checkOwnPassword,
  type OwnPassword,
  type OwnPasswordDeps,
  type OwnPasswordRefusal,
} from "./check-own-password.ts";

export type ProveSessionResult = { kind: "proven" } | OwnPasswordRefusal;

/** Proves by the password that the person who signed in is still there, so that the session may change the account. */
export async function proveSession(deps: OwnPasswordDeps, own: OwnPassword): Promise<ProveSessionResult> {
  const checked = await checkOwnPassword(deps, own);
  if (checked.kind !== "right") return checked;
  return transact(deps.database, async (transaction): Promise<ProveSessionResult> => {
    const refusal = await checked.confirm(transaction);
    if (refusal) return refusal;
    if (!(await recordProof(transaction, own.session))) return { kind: "ended" };
    await deps.auditor.record(transaction, accountEvent(own, { event: "session.proven", facts: { how: "password" } }));
    return { kind: "proven" };
  });
}
