import { findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { readPasswordHistory, setPassword } from "../../accounts/account-change.store.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { recordProof, rekeySession } from "../../accounts/gateway-session.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { notifyPasswordChanged } from "../../accounts/notify-account.ts";
import { verifyPassword } from "../../accounts/password-check.adapter.ts";
import {
  checkPassword,
  type LoginLockout,
  loginDifficulties,
  type VerifiedPassword,
} from "../../accounts/password-sign-in.store.ts";
import { setRegistryPassword } from "../../accounts/registry-password.ts";
import { revokePendingAccess } from "../../accounts/revoke-access.store.ts";
import { newSessionId } from "../../accounts/session-id.rule.ts";
import { lockoutState, resetFailures } from "../../accounts/sign-in-failure.store.ts";
import { counterOf, countWrongPassword } from "../../accounts/wrong-password.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { checkPasswordForAccount, type PasswordRefusal, passwordRefusal } from "../../passwords/password-check.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";

interface OwnPassword extends AccountCall {
  password: string;
}

type OwnPasswordRefusal = { kind: "ended" } | { kind: "wrongSecret" } | LoginLockout | RetryLater;

type OwnPasswordResult = OwnPasswordRefusal | { kind: "correct"; verified: VerifiedPassword };

/** Checks the password before a transaction begins. A wrong one counts like that of a sign-in. */
async function checkOwnPassword(
  deps: IdentityProofDeps,
  { requestContext, session, password }: OwnPassword,
): Promise<OwnPasswordResult> {
  const { clientIp, origin } = requestContext;
  const flood = await deps.limits.consume(deps.database, { limit: "loginClientIp", subject: clientIp });
  if (flood.kind === "exceeded") return retryLater(flood);
  const account = await findAccountById(deps.database, session.accountId);
  if (account === undefined) return { kind: "ended" };
  const { brandId, email } = account;
  const counterKeys = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  const checked = await checkPassword(deps, {
    brandId,
    origin,
    clientIp,
    account,
    counterKeys,
    auditContext: createAuditContext("signIn", requestContext),
    password,
    verify: () => verifyPassword(deps, account, { password }),
  });
  if (checked.kind === "refused") return checked.refusal;
  if (checked.kind === "wrong") {
    const state = await transact(deps.database, (trx) => countWrongPassword(deps, trx, checked.wrong));
    return state.kind === "open" ? { kind: "wrongSecret" } : loginDifficulties(state);
  }
  return checked;
}

/** Locks the account and resets the count, unless a concurrent attempt changed what was verified. */
async function confirmOwnPassword(
  deps: Pick<IdentityProofDeps, "random">,
  transaction: Trx,
  { account, counterKeys }: VerifiedPassword,
): Promise<OwnPasswordRefusal | undefined> {
  const locked = await lockAccountForUpdate(transaction, account.id);
  // A concurrent sign-in may have replaced an older hash of the same password.
  const isSamePassword = locked?.passwordChangedAt.getTime() === account.passwordChangedAt.getTime();
  if (!isSamePassword || locked.disabled) return { kind: "ended" };
  if (await resetFailures(transaction, counterOf(deps, counterKeys))) return undefined;
  return loginDifficulties(await lockoutState(transaction, counterKeys));
}

type ProveByPasswordResult = { kind: "proven" } | OwnPasswordRefusal;

/** Verifies the password again, so that the session may change the account. */
export async function proveByPassword(deps: IdentityProofDeps, own: OwnPassword): Promise<ProveByPasswordResult> {
  const checked = await checkOwnPassword(deps, own);
  if (checked.kind !== "correct") return checked;
  return transact(deps.database, async (transaction): Promise<ProveByPasswordResult> => {
    const refusal = await confirmOwnPassword(deps, transaction, checked.verified);
    if (refusal) return refusal;
    if (!(await recordProof(transaction, { ...own.session, by: "password" }))) return { kind: "ended" };
    await deps.auditor.record(transaction, accountEvent(own, { event: "session.proven", facts: { how: "password" } }));
    return { kind: "proven" };
  });
}

type ChangePasswordResult = { kind: "changed"; session: string } | PasswordRefusal | OwnPasswordRefusal;

/** One transaction ends every other session, gives this one a new id, and revokes open links and resets. */
export async function changePassword(
  deps: IdentityProofDeps,
  { newPassword, ...own }: OwnPassword & { newPassword: string },
): Promise<ChangePasswordResult> {
  const { requestContext, session } = own;
  const checked = await checkOwnPassword(deps, own);
  if (checked.kind !== "correct") return checked;
  const { account } = checked.verified;
  const { brand, origin, device } = requestContext;
  const error = await checkPasswordForAccount(deps, {
    password: newPassword,
    email: account.email,
    policy: brand.passwordPolicy,
    previousHashes: await readPasswordHistory(deps.database, account.id),
  });
  if (error) return passwordRefusal(error);
  const passwordHash = await deps.hashing.hash(newPassword);
  // The change does not wait for a policy directory that does not answer.
  const onFile = await readContactsOnFile(deps, own);
  const emails = [account.email, ...onFile.emails];
  const { id, idHash } = newSessionId(deps);
  return transact(deps.database, async (transaction): Promise<ChangePasswordResult> => {
    const refusal = await confirmOwnPassword(deps, transaction, checked.verified);
    if (refusal) return refusal;
    const rekeyed = await rekeySession(transaction, { idHash: session.idHash, newIdHash: idHash, by: "password" });
    if (!rekeyed) return { kind: "ended" };
    await setRegistryPassword(deps, transaction, { account, password: newPassword });
    await setPassword(transaction, { accountId: account.id, passwordHash, keptSession: idHash });
    await revokePendingAccess(transaction, account.id);
    await notifyPasswordChanged(deps, transaction, { account, emails, origin, device });
    await deps.auditor.record(transaction, accountEvent(own, { event: "password.changed" }));
    return { kind: "changed", session: id };
  });
}
