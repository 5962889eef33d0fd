import { signsInAfterReset } from "@vestibule/contract/brand/brand.rule.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { type Account, findEmailHolder, lockAccountForUpdate } from "../../accounts/account.store.ts";
import { changeToFreeEmail, setPassword } from "../../accounts/account-change.store.ts";
import { proveIdentity } from "../../accounts/account-identity.store.ts";
import { findChangeToPutBack, insertConfirmedChange, recordUndo } from "../../accounts/email-change.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { notifyAccount, notifyPasswordChanged } from "../../accounts/notify-account.ts";
import { consumeResetToken, endRecovery } from "../../accounts/recovery.store.ts";
import { registryAccountOf } from "../../accounts/registry-account.store.ts";
import { setRegistryPassword } from "../../accounts/registry-password.ts";
import { revokePendingAccess } from "../../accounts/revoke-access.store.ts";
import { emailsToNotify } from "../../accounts/settling.rule.ts";
import { startSettling } from "../../accounts/settling.store.ts";
import { deleteFailures } from "../../accounts/sign-in-failure.store.ts";
import { issueTicket } from "../../accounts/sign-in-ticket.store.ts";
import { journeyEvent } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { consumeLink } from "../../links/link.store.ts";
import { endUnsettledConsents } from "../../oidc/allowed-application.store.ts";
import { turnOffPasskeys } from "../../passkeys/passkey.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { turnOffUnsettledMethods } from "../../second-factor/put-back-methods.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import {
  isStillValid,
  journeyOf,
  type ResetAuthorization,
  rejectConsumedAuthorization,
} from "./reset-authorization.ts";

/** `email`: the login name from now on, as typed. `ticket`: present when the brand signs the person in at once. */
export type ReplacePasswordResult = { kind: "replaced"; email: string; ticket?: string } | IdentityProofRefusal;

/** Shown to a person who has proven that they read the account's e-mail. Only an agent lifts a freeze. */
export const frozenAccount = { kind: "limit", roadblock: "account-frozen" } as const;

interface Replacement {
  requestContext: RequestContext;
  authorization: ResetAuthorization;
  password: string;
  passwordHash: string;
  /** The account has a method of the second proof that does not go by e-mail, as the reset may have. */
  needsOtherProof: boolean;
}

/** The account's e-mail after the reset; a link may change it. */
export function emailAfterReset(authorization: ResetAuthorization): TypedEmail {
  const { account } = authorization;
  const currentEmail = { email: account.email, emailAsTyped: account.emailAsTyped };
  return authorization.via === "link" && authorization.link.changesEmail
    ? (authorization.link.recipient ?? currentEmail)
    : currentEmail;
}

/**
 * Consumes the authorization and sets the password in one transaction. Also activates the account, removes its locks,
 * ends its sessions, revokes its links and recoveries, and notifies its owner at every e-mail on file.
 */
export async function replacePassword(
  deps: IdentityProofDeps,
  transaction: Trx,
  replacement: Replacement,
): Promise<ReplacePasswordResult> {
  const { authorization, password, passwordHash } = replacement;
  const accountId = authorization.account.id;
  // Locked first, so that a concurrent request sees this one's result.
  const account = await lockAccountForUpdate(transaction, accountId);
  if (account === undefined || !isStillValid(deps, { authorization, account }))
    return rejectConsumedAuthorization(authorization);
  if (account.isFrozen) return frozenAccount;
  const typedEmail = emailAfterReset(authorization);
  const brandId = account.brandId;
  const changesEmail = typedEmail.email !== account.email;
  if (await isEmailTaken(deps, transaction, { account, email: typedEmail.email }))
    return { kind: "emailTakenConcurrently" };
  if (!(await consumeAuthorization(transaction, authorization))) return rejectConsumedAuthorization(authorization);

  await setRegistryPassword(deps, transaction, {
    account,
    password,
    ...(changesEmail && { newEmail: typedEmail.email }),
  });
  // Before the new password, which ends an incident and with it the time that a change is compared with.
  await turnOffPasskeys(transaction, { accountId, which: "unsettled" });
  await turnOffUnsettledMethods(transaction, accountId);
  await endUnsettledConsents(transaction, accountId);
  if (changesEmail) await changeEmailByLink(transaction, account, typedEmail);
  await setPassword(transaction, { accountId, passwordHash });
  for (const email of new Set([account.email, typedEmail.email]))
    await deleteFailures(transaction, loginNameHashes(deps.keys.lookupHash, { brandId, email }));
  await revokePendingAccess(transaction, accountId);
  await notifyOwner(deps, transaction, replacement, typedEmail);
  const journey = journeyOf(authorization);
  await deps.auditor.record(
    transaction,
    journeyEvent(journey.kind, replacement.requestContext, {
      event: "password.reset",
      result: "ok",
      accountId,
      journeyId: journey.id,
      facts: { how: authorization.via === "proof" ? authorization.recovery.how : "link", changesEmail },
    }),
  );
  const { brand } = replacement.requestContext;
  const replaced = { kind: "replaced", email: typedEmail.emailAsTyped } as const;
  if (!signsInAfterReset(brand) || account.disabled) return replaced;
  // A temporary password is no second proof; the gateway asks for one where the brand does.
  const isByEmail = authorization.via !== "proof" || authorization.recovery.how === "forgot";
  const secondFactor = isByEmail && !replacement.needsOtherProof ? "email" : null;
  return { ...replaced, ticket: await issueTicket(deps, transaction, accountId, secondFactor) };
}

/** A link to the previous e-mail puts it back; to any other, it is a change like one in the account. */
async function changeEmailByLink(transaction: Trx, account: Account, typedEmail: TypedEmail): Promise<void> {
  const { id: accountId, brandId, email, emailAsTyped } = account;
  const change = await findChangeToPutBack(transaction, { accountId });
  await changeToFreeEmail(transaction, { accountId, ...typedEmail });
  if (change?.previous.email === typedEmail.email) return recordUndo(transaction, change);
  await insertConfirmedChange(transaction, { ...typedEmail, accountId, brandId, previous: { email, emailAsTyped } });
  await proveIdentity(transaction, { accountId, brandId, proven: { contacts: [typedEmail.email], personIds: [] } });
  await startSettling(transaction, accountId);
}

/** Whether another account or another user of the brand's registry has the e-mail. */
async function isEmailTaken(
  { registryOf }: IdentityProofDeps,
  transaction: Trx,
  { account, email }: { account: Account; email: string },
): Promise<boolean> {
  if (email === account.email) return false;
  const holder = await findEmailHolder(transaction, { brandId: account.brandId, email });
  if (holder !== undefined && holder.id !== account.id) return true;
  const user = await registryOf(account.brandId)?.findByEmail(email);
  if (user === undefined) return false;
  const { accountId, personId } = await registryAccountOf(transaction, account);
  return user.externalId === undefined || ![accountId, personId].includes(user.externalId);
}

/** A reset's own link also ends its recovery. */
async function consumeAuthorization(transaction: Trx, authorization: ResetAuthorization): Promise<boolean> {
  if (authorization.via === "proof") return consumeResetToken(transaction, authorization.recovery.id);
  const { id, recoveryId } = authorization.link;
  if (!(await consumeLink(transaction, id))) return false;
  if (recoveryId !== undefined) await endRecovery(transaction, { id: recoveryId, how: "done" });
  return true;
}

/** Notifies the account's e-mail and all others on file, and the e-mail that a link has replaced. */
async function notifyOwner(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, authorization }: Replacement,
  typedEmail: TypedEmail,
): Promise<void> {
  const { account, owner } = authorization;
  const { origin, device } = requestContext;
  const emails = [typedEmail.email, ...emailsToNotify(owner.rows, owner.settled)];
  await notifyPasswordChanged(deps, transaction, { account, emails, origin, device });
  if (typedEmail.email !== account.email)
    await notifyAccount(deps, transaction, { notification: "emailChanged", account, origin, device });
}
