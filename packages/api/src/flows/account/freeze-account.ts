import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { freezeAccount } from "../../accounts/frozen-account.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { notifyAccount, securityContacts } from "../../accounts/notify-account.ts";
import type { DeniedChange } from "../../accounts/settling.store.ts";
import { changeOfActivity, listActivities } from "../../audit/activity.store.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { makeReference } from "../../references/support-reference.store.ts";

/** `ended`: another request froze or deleted the account meanwhile, so the session has ended. */
export type FreezeResult = { kind: "frozen"; reference: string } | { kind: "ended" };

/**
 * Freezes the account at the request of its person, who reports an activity as not their own, and notifies its e-mail.
 */
export async function freezeOwnAccount(
  deps: LimitedDeps<"database" | "auditor" | "notifier" | "random" | "keys">,
  call: AccountCall & { denied: string | undefined },
): Promise<FreezeResult> {
  const { requestContext, session } = call;
  const { accountId, brandId } = session;
  const { province, language, origin, device, browserSessionId } = requestContext;
  return transact(deps.database, async (transaction) => {
    const account = await lockAccountForUpdate(transaction, accountId);
    if (account === undefined || account.isFrozen) return { kind: "ended" };
    const contacts = await securityContacts(transaction, account);
    const reported = await deniedActivity(transaction, call);
    await freezeAccount(transaction, accountId, reported.change);
    const restored = (await findAccountById(transaction, accountId)) ?? account;
    const notice = { notification: "accountFrozen", account: restored, origin, device, alsoTo: contacts } as const;
    await notifyAccount(deps, transaction, notice);
    const names = loginNameHashes(deps.keys.lookupHash, account);
    const { path: page, agentCode } = roadblocks["account-frozen"];
    const reference = await makeReference(deps, transaction, {
      brandId,
      browserSessionId,
      province,
      language,
      page,
      agentCode,
      journey: { kind: "signIn", accountId, loginNameHashes: names },
      clientIpKeys: {},
    });
    const { facts } = reported;
    await deps.auditor.record(transaction, accountEvent(call, { event: "account.frozen", facts }));
    return { kind: "frozen", reference };
  });
}

/** The reported activity, for the agent's timeline, and its change; neither when the account has no such activity. */
async function deniedActivity(
  transaction: Trx,
  { session, denied }: { session: AccountCall["session"]; denied: string | undefined },
): Promise<{ facts: NonNullable<AuditEvent["facts"]>; change?: DeniedChange | undefined }> {
  if (denied === undefined) return { facts: {} };
  const { activities } = await listActivities(transaction, { ...session, id: denied });
  const [activity] = activities;
  if (!activity?.canDeny) return { facts: {} };
  const facts = { activityId: denied, activity: activity.activity, activityAt: activity.at };
  return { facts, change: await changeOfActivity(transaction, { ...session, id: denied }) };
}
