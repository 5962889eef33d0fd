import type { Account } from "../../capabilities/accounts/account-store.port.ts";
import type { IdentityProofDeps } from "../../capabilities/identity-proof/identity-proof.port.ts";
import { matchesFingerprint } from "../../capabilities/links/account-fingerprint.rule.ts";
import { findLink, type Link } from "../../capabilities/links/link.store.ts";
import { findRecovery, type Recovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { RequestContext } from "../../deps.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { readRecoveryId } from "./recovery-id.rule.ts";
import { findRecoveryOwner, type RecoveryOwner } from "./recovery-owner.journey.ts";
import { resetTokenHashes } from "./reset-token.journey.ts";

/** What somebody sets a new password with: what a code or a temporary password proved, or a link of an e-mail. */
export type ResetAuthorization = { account: Account; owner: RecoveryOwner } & (
  | { via: "proof"; recovery: Recovery }
  | { via: "link"; link: Link }
);

export type ResetAuthorizationRefusal = Extract<Refusal, { kind: "gone" | "linkExpired" }>;
export type ResetAuthorizationResult = { kind: "claim"; authorization: ResetAuthorization } | ResetAuthorizationRefusal;

interface Claimed {
  requestContext: RequestContext;
  id: string;
  token: string;
}

/** Whose password a token sets: the token alone says it. The id has to belong to the same journey. */
export async function readResetAuthorization(
  deps: IdentityProofDeps,
  claimed: Claimed,
): Promise<ResetAuthorizationResult> {
  const { requestContext, id: text, token } = claimed;
  const brandId = requestContext.brand.id;
  const purposes = ["recovery", "link"] as const;
  const handle = readRecoveryId(deps.keys.secretHash, { text, brandId, purposes });
  if (handle?.id === undefined) return { kind: "gone" };
  const recovery = await findRecovery(deps.database, { tokenHashes: resetTokenHashes(deps, token), brandId });
  if (recovery) return handle.id === recovery.id ? claimOfProof(deps, requestContext, recovery) : { kind: "gone" };
  const link = await findLink(deps, deps.database, { token, brandId });
  // A reset's link may come with the id of its recovery, on the device that asked for it.
  if (link && [link.id, link.recoveryId].includes(handle.id)) return claimOfLink(deps, requestContext, link);
  return { kind: "gone" };
}

async function claimOfProof(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  recovery: Recovery,
): Promise<ResetAuthorizationResult> {
  const { accountId, emailKey, ended } = recovery;
  const owner = await findRecoveryOwner(deps, { brand: requestContext.brand, accountId, emailKey });
  const { account } = owner;
  // A proof has a time of its own, which may outlast the recovery's hour.
  const isLive = recovery.isProven && (ended === undefined || ended === "late");
  if (account === undefined || !isLive) return { kind: "gone" };
  const authorization: ResetAuthorization = { via: "proof", recovery, account, owner };
  return isStillValid(deps, { authorization, account }) ? { kind: "claim", authorization } : { kind: "gone" };
}

async function claimOfLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  link: Link,
): Promise<ResetAuthorizationResult> {
  const owner = await findRecoveryOwner(deps, {
    brand: requestContext.brand,
    accountId: link.accountId,
    emailKey: link.id,
  });
  const { account } = owner;
  if (account === undefined || link.action !== "RESETPWD_LOGIN" || !link.isLive) return { kind: "linkExpired" };
  const authorization: ResetAuthorization = { via: "link", link, account, owner };
  return isStillValid(deps, { authorization, account }) ? { kind: "claim", authorization } : { kind: "linkExpired" };
}

/** Whether the account still is what the claim was given for: asked again while it is held. */
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

/** What is answered to a claim that somebody else used up first. */
export function rejectConsumedAuthorization(authorization: ResetAuthorization): ResetAuthorizationRefusal {
  return { kind: authorization.via === "link" ? "linkExpired" : "gone" };
}
