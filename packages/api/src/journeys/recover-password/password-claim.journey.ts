import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { findLink, type Link } from "../../capabilities/links/link.store.ts";
import { isStillBound } from "../../capabilities/links/link-binding.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { findRecovery, type Recovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import { openHandle } from "./journey-handle.rule.ts";
import { proofHashes } from "./proof-token.journey.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { ownerById, type RecoveryOwner } from "./recovery-owner.journey.ts";

/** What somebody sets a new password with: what a code or a temporary password proved, or a link of an e-mail. */
export type Claim = { account: Account; owner: RecoveryOwner } & (
  | { via: "proof"; recovery: Recovery }
  | { via: "link"; link: Link }
);

export type ClaimRefusal = Extract<Refusal, { kind: "gone" | "linkExpired" }>;
export type ClaimReading = { kind: "claim"; claim: Claim } | ClaimRefusal;

interface Claimed {
  visit: Visit;
  id: string;
  token: string;
}

/** Whose password a token sets: the token alone says it. The id has to belong to the same journey. */
export async function readClaim(parts: ProvingParts, claimed: Claimed): Promise<ClaimReading> {
  const { visit, id: text, token } = claimed;
  const brandId = visit.brand.id;
  const purposes = ["recovery", "link"] as const;
  const handle = openHandle(parts.keys.secretHash, { text, brandId, purposes });
  if (handle?.id === undefined) return { kind: "gone" };
  const recovery = await findRecovery(parts.database, { tokenHashes: proofHashes(parts, token), brandId });
  if (recovery) return handle.id === recovery.id ? claimOfProof(parts, visit, recovery) : { kind: "gone" };
  const link = await findLink(parts, parts.database, { token, brandId });
  // A reset's link may come with the id of its recovery, on the device that asked for it.
  if (link && [link.id, link.recoveryId].includes(handle.id)) return claimOfLink(parts, visit, link);
  return { kind: "gone" };
}

async function claimOfProof(parts: ProvingParts, visit: Visit, recovery: Recovery): Promise<ClaimReading> {
  const { accountId, emailKey, ended } = recovery;
  const owner = await ownerById(parts, { brand: visit.brand, accountId, emailKey });
  const { account } = owner;
  // A proof has a time of its own, which may outlast the recovery's hour.
  const isLive = recovery.isProven && (ended === undefined || ended === "late");
  if (account === undefined || !isLive) return { kind: "gone" };
  const claim: Claim = { via: "proof", recovery, account, owner };
  return isFresh(parts, { claim, account }) ? { kind: "claim", claim } : { kind: "gone" };
}

async function claimOfLink(parts: ProvingParts, visit: Visit, link: Link): Promise<ClaimReading> {
  const owner = await ownerById(parts, { brand: visit.brand, accountId: link.accountId, emailKey: link.id });
  const { account } = owner;
  if (account === undefined || link.action !== "RESETPWD_LOGIN" || !link.isLive) return { kind: "linkExpired" };
  const claim: Claim = { via: "link", link, account, owner };
  return isFresh(parts, { claim, account }) ? { kind: "claim", claim } : { kind: "linkExpired" };
}

/** Whether the account still is what the claim was given for: asked again while it is held. */
export function isFresh(
  { keys }: Pick<ProvingParts, "keys">,
  { claim, account }: { claim: Claim; account: Account },
): boolean {
  if (claim.via === "proof" && claim.recovery.how === "temporary") return account.status === "T";
  const boundTo = claim.via === "proof" ? claim.recovery.boundTo : claim.link.boundTo;
  return boundTo !== undefined && isStillBound(keys.lookupHash, { account, rows: claim.owner.rows }, boundTo);
}

/** What is answered to a claim that somebody else used up first. */
export function spentClaim(claim: Claim): ClaimRefusal {
  return { kind: claim.via === "link" ? "linkExpired" : "gone" };
}
