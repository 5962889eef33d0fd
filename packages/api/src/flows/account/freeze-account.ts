import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import type { AccountCall } from "../../accounts/account-call.port.ts";
import { accountEvent } from "../../accounts/account-event.rule.ts";
import { freezeAccount } from "../../accounts/frozen-account.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import type { LimitedDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { makeReference } from "../../references/support-reference.store.ts";

/** `ended`: another request froze or deleted the account meanwhile, so the session has ended. */
export type FreezeResult = { kind: "frozen"; reference: string } | { kind: "ended" };

/** Freezes the account for its person, who did not do something that happened in it, and notifies its e-mail. */
export async function freezeOwnAccount(
  deps: LimitedDeps<"database" | "accountStore" | "auditor" | "notifier" | "random" | "keys">,
  call: AccountCall,
): Promise<FreezeResult> {
  const { requestContext, session } = call;
  const { accountId, brandId } = session;
  const { province, language, origin, browserSessionId } = requestContext;
  return transact(deps.database, async (transaction) => {
    const account = await deps.accountStore.lockForUpdate(transaction, accountId);
    if (account === undefined || !(await freezeAccount(transaction, accountId))) return { kind: "ended" };
    const names = loginNameHashes(deps.keys.lookupHash, account);
    const { path: page, agentCode } = roadblocks["account-frozen"];
    const reference = await makeReference(deps, transaction, {
      ...{ brandId, browserSessionId, province, language, page, agentCode },
      ...{ journey: { kind: "signIn", accountId, loginNameHashes: names }, clientIpKeys: {} },
    });
    await notifyAccount(deps, transaction, { notification: "accountFrozen", account, origin });
    await deps.auditor.record(transaction, accountEvent(call, { event: "account.frozen" }));
    return { kind: "frozen", reference };
  });
}
