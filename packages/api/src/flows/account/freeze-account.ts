import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { freezeAccount } from "../../accounts/frozen-account.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { auditLocale } from "../../audit/auditor.port.ts";
import type { LimitedDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { makeReference } from "../../references/support-reference.store.ts";
import type { AccountCall } from "./account-call.port.ts";

/** `ended`: another request froze or deleted the account meanwhile, so the session has ended. */
export type FreezeResult = { kind: "frozen"; reference: string } | { kind: "ended" };

/** Freezes the account for its person, who did not do something that happened in it, and notifies its e-mail. */
export async function freezeOwnAccount(
  deps: LimitedDeps<"database" | "accountStore" | "auditor" | "notifier" | "random" | "keys">,
  { requestContext, session: { accountId, brandId } }: AccountCall,
): Promise<FreezeResult> {
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
    await deps.notifier.notify(transaction, {
      ...{ notification: "accountFrozen", brandId, language: account.language, channel: "EMAIL" },
      ...{ recipient: account.email, facts: { origin, province: account.province } },
    });
    await deps.auditor.record(transaction, {
      ...{ event: "account.frozen", result: "ok", brandId, accountId, actor: "person" },
      facts: auditLocale(requestContext),
    });
    return { kind: "frozen", reference };
  });
}
