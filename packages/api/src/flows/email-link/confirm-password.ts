import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { AuthenticationBody, SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type { Account } from "../../accounts/account-store.port.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { verifyPassword } from "../../accounts/password-check.adapter.ts";
import { loginDifficulties, signInByPassword } from "../../accounts/password-sign-in.store.ts";
import { lockoutState } from "../../accounts/sign-in-failure.store.ts";
import { countWrongPassword, detectPasswordSpraying } from "../../accounts/wrong-password.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { consumeLink, incrementLinkCounter, lockLinkForUpdate, revokeLink } from "../../links/link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { checkIdentityFact } from "./check-identity-fact.ts";
import type { LinkCall, LinkRefusal } from "./follow-link.port.ts";
import { openLink } from "./open-link.ts";
import { sendReissuedLink } from "./reissue-link.ts";

export type ConfirmByLinkResult = ({ kind: "signedIn" } & SignedIn) | LinkRefusal;

interface Confirmation extends LinkCall {
  account: Account;
  counterKeys: readonly string[];
  upgradedHash?: string;
}

/**
 * Adds the link's profile to its account, given the account's password and the person's own identity fact. Wrong
 * passwords count on the link and, like any sign-in, on the account's login name.
 */
export async function confirmPasswordByLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, body }: { id: string; body: AuthenticationBody },
): Promise<ConfirmByLinkResult> {
  const opened = await openLink(deps, requestContext, { id, action: "ASKPASSWORD" });
  if (opened.kind !== "open") return opened;
  const { account } = opened.owner;
  if (account === undefined) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const counterKeys = loginNameHashes(deps.keys.lookupHash, { brandId: account.brandId, email: account.email });
  const state = await lockoutState(deps.database, counterKeys);
  if (state.kind !== "open") return loginDifficulties(state);
  // Checked before the password, so that a caller without the fact learns nothing about another person's password.
  const refusal = await checkIdentityFact(deps, opened, body);
  if (refusal) return refusal;
  const { kind, ...fresh } = await verifyPassword(deps, account, { ...body, client: requestContext.clientIp });
  const confirmation = { ...opened, account, counterKeys, ...fresh };
  if (kind === "right") return transact(deps.database, (transaction) => confirm(deps, transaction, confirmation));
  const result = await transact(deps.database, (transaction) => refuse(deps, transaction, confirmation));
  await detectPasswordSpraying(deps);
  return result;
}

/** The fifth wrong password, or one that locks the login name, revokes the link and mails its owner a new one. */
async function refuse(
  deps: IdentityProofDeps,
  transaction: Trx,
  confirmation: Confirmation,
): Promise<ConfirmByLinkResult> {
  const { requestContext, link, owner, account, counterKeys } = confirmation;
  if (!(await lockLinkForUpdate(transaction, link.id))?.isLive) return { kind: "linkExpired" };
  const { brandId } = link;
  const wrong = await incrementLinkCounter(transaction, { id: link.id, what: "wrong_passwords" });
  const state = await countWrongPassword(deps, transaction, {
    brandId,
    origin: requestContext.origin,
    account,
    counterKeys,
  });
  const triesLeft = limitRows.passwordConfirmationSession.limit - wrong;
  // The login name's threshold is random and may be reached first, so only the last attempt is announced.
  if (triesLeft > 0 && state.kind === "open") return { kind: "wrongSecret", ...(triesLeft === 1 && { triesLeft }) };
  await revokeLink(transaction, link.id);
  await deps.auditor.record(transaction, {
    event: "link.locked",
    result: "wrongPasswords",
    brandId,
    journeyId: link.id,
    actor: "person",
    auditContext: createAuditContext("link", requestContext),
  });
  await sendReissuedLink(deps, transaction, { requestContext, link, owner, isStale: false, cause: "wrongPasswords" });
  return loginDifficulties(state);
}

async function confirm(
  deps: IdentityProofDeps,
  transaction: Trx,
  confirmation: Confirmation,
): Promise<ConfirmByLinkResult> {
  const { link, account } = confirmation;
  if (!(await lockLinkForUpdate(transaction, link.id))?.isLive) return { kind: "linkExpired" };
  const entered = await signInByPassword(deps, transaction, confirmation);
  if (entered.kind === "changed") return { kind: "linkExpired" };
  if (entered.kind !== "signedIn") return entered;
  await consumeLink(transaction, link.id);
  const added = link.policy ? await deps.accountStore.addPolicies(transaction, account.id, [link.policy]) : 0;
  await deps.auditor.record(transaction, {
    event: "account.policiesAdded",
    result: "ok",
    brandId: link.brandId,
    accountId: account.id,
    journeyId: link.id,
    actor: "person",
    auditContext: createAuditContext("link", confirmation.requestContext),
    facts: { how: "link", count: added },
  });
  return entered;
}
