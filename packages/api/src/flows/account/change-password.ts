import type { Account } from "../../accounts/account.store.ts";
import { accountEvent } from "../../accounts/account-call.rule.ts";
import { readPasswordHistory, setPassword } from "../../accounts/account-change.store.ts";
import { rekeySession } from "../../accounts/gateway-session.store.ts";
import { notifyPasswordChanged } from "../../accounts/notify-account.ts";
import { setRegistryPassword } from "../../accounts/registry-password.ts";
import { revokePendingAccess } from "../../accounts/revoke-access.store.ts";
import { newSessionId } from "../../accounts/session-id.rule.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import { unlessUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import { checkPasswordForAccount, type PasswordRefusal, passwordRefusal } from "../../passwords/password-check.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  checkOwnPassword,
  type OwnPassword,
  type OwnPasswordDeps,
  type OwnPasswordRefusal,
} from "./check-own-password.ts";

export type ChangePasswordResult = { kind: "changed"; session: string } | PasswordRefusal | OwnPasswordRefusal;

/** One transaction ends every other session, gives this one a new id, and revokes open links and resets. */
export async function changePassword(
  deps: OwnPasswordDeps & Pick<ApiDeps, "registryOf">,
  { newPassword, ...own }: OwnPassword & { newPassword: string },
): Promise<ChangePasswordResult> {
  const { requestContext, session } = own;
  const checked = await checkOwnPassword(deps, own);
  if (checked.kind !== "correct") return checked;
  const { account, confirm } = checked;
  const { brand, clientIp, origin } = requestContext;
  const fault = await checkPasswordForAccount(deps, {
    password: newPassword,
    email: account.email,
    policy: brand.passwordPolicy,
    clientIp,
    previousHashes: await readPasswordHistory(deps.database, account.id),
  });
  if (fault) return passwordRefusal(fault);
  const passwordHash = await deps.hashing.hash(newPassword, clientIp);
  const emails = [account.email, ...(await emailsOnFile(deps, requestContext, account))];
  const { id, idHash } = newSessionId(deps);
  return transact(deps.database, async (transaction): Promise<ChangePasswordResult> => {
    const refusal = await confirm(transaction);
    if (refusal) return refusal;
    if (!(await rekeySession(transaction, { idHash: session.idHash, newIdHash: idHash }))) return { kind: "ended" };
    await setRegistryPassword(deps, { account, password: newPassword });
    await setPassword(transaction, { accountId: account.id, passwordHash, keptSession: idHash });
    await revokePendingAccess(transaction, account.id);
    await notifyPasswordChanged(deps, transaction, { account, emails, origin });
    await deps.auditor.record(transaction, accountEvent(own, { event: "password.changed" }));
    return { kind: "changed", session: id };
  });
}

/** E-mails on file, or none while the policy directory does not answer: the change must not wait for it. */
async function emailsOnFile(
  { directory }: Pick<ApiDeps, "directory">,
  { brand }: RequestContext,
  { personKey }: Account,
): Promise<(string | null)[]> {
  const rows = await unlessUnavailable(directory.findByPerson({ companies: brand.companies, personKey }));
  return rows?.map(({ email }) => email) ?? [];
}
