import type { IssuedLinkAction } from "@vestibule/catalogue/link.table.ts";
import { openAccountHandle } from "../../capabilities/accounts/account-handle.rule.ts";
import { findLinkById } from "../../capabilities/links/link.store.ts";
import { standingOf } from "../../capabilities/links/link-standing.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { ApiParts, Visit } from "../../parts.ts";
import type { LinkCall, LinkRefusal } from "./follow-link.port.ts";

/** The row's id behind an id that reading a link gave; undefined for one of another journey or brand. */
export function linkIdOf(
  { keys }: Pick<ApiParts, "keys">,
  { brand }: Pick<Visit, "brand">,
  text: string,
): string | undefined {
  const opened = openAccountHandle(keys.secretHash, { purpose: "link", brandId: brand.id, text });
  return opened?.kind === "account" ? opened.accountId : undefined;
}

/** The link behind an id, where it is live and for this action. Who it is about comes from the link alone. */
export async function openLink(
  parts: ProvingParts,
  visit: Visit,
  { id, action }: { id: string; action: IssuedLinkAction },
): Promise<({ kind: "open" } & LinkCall) | Extract<LinkRefusal, { kind: "gone" | "linkExpired" | "wait" }>> {
  const taken = await parts.limits.take(parts.database, { limit: "linkAddress", subject: visit.address });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  const linkId = linkIdOf(parts, visit, id);
  const link =
    linkId === undefined ? undefined : await findLinkById(parts.database, { id: linkId, brandId: visit.brand.id });
  if (link?.action !== action) return { kind: "gone" };
  const standing = await standingOf(parts, { brand: visit.brand, link });
  return standing.kind === "over" ? { kind: "linkExpired" } : { kind: "open", visit, link, owner: standing.owner };
}
