import { formatRecoveryCode } from "@vestibule/contract/fields/recovery-code.rule.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { lockAccountOfSession } from "../../accounts/gateway-session.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { startSettling } from "../../accounts/settling.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { generateRecoveryCodes, replaceRecoveryCodes } from "../../second-factor/recovery-code.store.ts";
import type { MethodRefusal } from "./authenticators.ts";
import { mayChangeMethods } from "./second-proof.ts";

export type MakeRecoveryCodesResult = { kind: "made"; codes: string[] } | MethodRefusal;

/** Makes ten recovery codes, which replace the previous ones, and notifies the owner. They are shown this once. */
export async function makeRecoveryCodes(
  deps: LimitedDeps<"database" | "directory" | "auditor" | "notifier" | "random" | "hashing">,
  call: AccountCall,
): Promise<MakeRecoveryCodesResult> {
  const { session, requestContext } = call;
  const { accountId } = session;
  const { clientIp, origin, device } = requestContext;
  if (!mayChangeMethods(session)) return { kind: "proofRequired" };
  const window = { limit: "methodChangeAccount", subject: accountId } as const;
  if ((await deps.limits.consume(deps.database, window)).kind === "exceeded") return { kind: "tooManyMethods" };
  const { emails: alsoTo } = await readContactsOnFile(deps, call);
  const codes = await generateRecoveryCodes(deps, clientIp);
  return transact(deps.database, async (transaction): Promise<MakeRecoveryCodesResult> => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return { kind: "ended" };
    await replaceRecoveryCodes(transaction, { accountId, codes });
    await startSettling(transaction, accountId);
    await notifyAccount(deps, transaction, { notification: "recoveryCodesMade", account, origin, device, alsoTo });
    await deps.auditor.record(transaction, accountEvent(call, { event: "recoveryCodes.made" }));
    return { kind: "made", codes: codes.map(({ code }) => formatRecoveryCode(code)) };
  });
}
