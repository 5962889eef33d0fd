import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { LinkAnswer, LiveLink } from "@vestibule/contract/v1/link.schema.ts";
import { accountHandle } from "../../capabilities/accounts/account-handle.rule.ts";
import { findLink, type Link } from "../../capabilities/links/link.store.ts";
import type { LinkOwner } from "../../capabilities/links/link-binding.rule.ts";
import { factOfLink } from "../../capabilities/links/link-question.rule.ts";
import { isToPolicyholder, standingOf } from "../../capabilities/links/link-standing.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { tellReferences } from "../../capabilities/support-references/support-reference.store.ts";
import type { Visit } from "../../parts.ts";

export type ReadEnding =
  | { kind: "answer"; answer: LinkAnswer }
  /** No such link; or it was purged, is another brand's, or came with a source that nobody has. */
  | { kind: "unknown" }
  | { kind: "wait"; retryAfterSeconds: number };

/** What a link leads to. It stays as it is, however often it is read, and by whom. */
export async function readLink(
  parts: ProvingParts,
  visit: Visit,
  { token, source }: { token: string; source: string | undefined },
): Promise<ReadEnding> {
  const taken = await parts.limits.take(parts.database, { limit: "linkAddress", subject: visit.address });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  if (source !== undefined && !linkSources.some((one) => one === source)) return { kind: "unknown" };
  const link = await linkOf(parts, visit, token);
  if (link === undefined) return { kind: "unknown" };
  await tellReferences(parts.database, {
    visit: { brandId: visit.brand.id, visitId: visit.visitId },
    journey: { kind: "link", id: link.id },
  });
  const standing = await standingOf(parts, { brand: visit.brand, link });
  if (standing.kind === "over") return { kind: "answer", answer: { action: "TOKEN_EXPIRED" } };
  return { kind: "answer", answer: liveLink(parts, link, standing.owner) };
}

/** The link behind a token that could be one of ours. */
export async function linkOf(
  parts: Pick<ProvingParts, "keys" | "database">,
  { brand }: Pick<Visit, "brand">,
  token: string,
): Promise<Link | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  return findLink(parts, parts.database, { token, brandId: brand.id });
}

function liveLink({ keys }: ProvingParts, link: Link, owner: LinkOwner): LiveLink {
  const handle = () => accountHandle(keys.secretHash, { purpose: "link", brandId: link.brandId, accountId: link.id });
  const address = link.action === "ASKPASSWORD" ? owner.account?.email : link.recipient?.email;
  const email = address ?? owner.account?.email;
  const maskedValue = email === undefined ? undefined : maskEmail(email);
  const question = {
    ASKUSERNAME: [{ id: handle(), method: "ASKUSERNAME" }],
    ASKPASSWORD: [{ id: handle(), method: "ASKPASSWORD", ...(maskedValue && { maskedValue }) }],
    DEFPWD_REGISTER: [],
    RESETPWD_LOGIN: [],
  }[link.action];
  return {
    action: link.action,
    id: handle(),
    ...(maskedValue && { email: maskedValue }),
    twoFactorValidations: question,
    ubiMatchPH: isToPolicyholder(link, owner),
    startDate: link.issuedAt.toISOString(),
    endDate: link.expiresAt.toISOString(),
    identityFact: factOfLink(link, owner),
  };
}
