import type { Account } from "../../accounts/account.store.ts";
import { findRecovery, lockRecoveryForUpdate, type Recovery } from "../../accounts/recovery.store.ts";
import type { RequestContext } from "../../deps.ts";
import { findLink, type Link, lockLinkForUpdate } from "../../links/link.store.ts";
import { matchesFingerprint } from "../../links/link-owner.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { findRecoveryOwner, type RecoveryOwner, readRecoveryId } from "./recovery.ts";
import { resetTokenHashes } from "./reset-token.ts";

/** Authorizes setting a new password: by a verified code or temporary password, or by a link from an e-mail. */
export type ResetAuthorization = { account: Account; owner: RecoveryOwner } & ResetMeans;

type ResetMeans = { via: "proof"; recovery: Recovery } | { via: "link"; link: Link };

type ResetAuthorizationRefusal = Extract<IdentityProofRefusal, { kind: "notFound" | "linkExpired" }>;
type ResetAuthorizationResult = { kind: "authorized"; authorization: ResetAuthorization } | ResetAuthorizationRefusal;

/** Finds the authorization by the token alone; the id must belong to the same journey. */
export async function readResetAuthorization(
  deps: IdentityProofDeps,
  attempt: { requestContext: RequestContext; id: string; token: string },
): Promise<ResetAuthorizationResult> {
  const { requestContext, id: text, token } = attempt;
  const brandId = requestContext.brand.id;
  const purposes = ["recovery", "link"] as const;
  const handle = readRecoveryId(deps.keys.secretHash, { text, brandId, purposes });
  if (handle?.id === undefined) return { kind: "notFound" };
  const recovery = await findRecovery(deps.database, { tokenHashes: resetTokenHashes(deps, token), brandId });
  if (recovery)
    return handle.id === recovery.id
      ? authorize(deps, requestContext, { via: "proof", recovery })
      : { kind: "notFound" };
  const link = await findLink(deps, deps.database, { token, brandId });
  // A reset's link may come with the id of its recovery, on the device that started it.
  if (link && [link.id, link.recoveryId].includes(handle.id))
    return authorize(deps, requestContext, { via: "link", link });
  return { kind: "notFound" };
}

async function authorize(
  deps: IdentityProofDeps,
  { brand }: RequestContext,
  means: ResetMeans,
): Promise<ResetAuthorizationResult> {
  const { accountId, emailKey } =
    means.via === "proof" ? means.recovery : { accountId: means.link.accountId, emailKey: means.link.id };
  const owner = await findRecoveryOwner(deps, { brand, accountId, emailKey });
  const { account } = owner;
  const isActive =
    means.via === "proof"
      ? isProofActive(means.recovery)
      : means.link.action === "RESETPWD_LOGIN" && means.link.isActive;
  if (account === undefined || !isActive) return rejectConsumedAuthorization(means);
  const authorization: ResetAuthorization = { ...means, account, owner };
  return isStillValid(deps, { authorization, account })
    ? { kind: "authorized", authorization }
    : rejectConsumedAuthorization(means);
}

/** The token has its own expiry, which may be later than the recovery's. */
function isProofActive({ isProven, ended }: Recovery): boolean {
  return isProven && (ended === undefined || ended === "late");
}

/** The recovery that led to the authorization; a link that was not requested by one is its own journey. */
export function journeyOf(authorization: ResetAuthorization): { kind: "recovery" | "link"; id: string } {
  if (authorization.via === "proof") return { kind: "recovery", id: authorization.recovery.id };
  const { id, recoveryId } = authorization.link;
  return recoveryId === undefined ? { kind: "link", id } : { kind: "recovery", id: recoveryId };
}

/** Serializes the comparisons of identity facts; false once the authorization has ended. */
export async function lockAuthorization(transaction: Trx, authorization: ResetAuthorization): Promise<boolean> {
  const { brandId } = authorization.account;
  const { kind, id } = journeyOf(authorization);
  const recovery = kind === "recovery" ? await lockRecoveryForUpdate(transaction, { id, brandId }) : undefined;
  if (authorization.via === "proof") return recovery !== undefined && isProofActive(recovery);
  return (await lockLinkForUpdate(transaction, authorization.link.id))?.isActive ?? false;
}

/** Whether the account is unchanged since the authorization was given; checked again on the locked row. */
export function isStillValid(
  { keys }: Pick<IdentityProofDeps, "keys">,
  { authorization, account }: { authorization: ResetAuthorization; account: Account },
): boolean {
  if (authorization.via === "proof" && authorization.recovery.how === "temporary") return account.status === "T";
  const accountFingerprint =
    authorization.via === "proof" ? authorization.recovery.accountFingerprint : authorization.link.accountFingerprint;
  return (
    accountFingerprint !== undefined &&
    matchesFingerprint(keys.lookupHash, { account, rows: authorization.owner.rows }, accountFingerprint)
  );
}

/** The refusal when the authorization has ended, or another request consumed it first. */
export function rejectConsumedAuthorization({ via }: ResetMeans): ResetAuthorizationRefusal {
  return { kind: via === "link" ? "linkExpired" : "notFound" };
}
