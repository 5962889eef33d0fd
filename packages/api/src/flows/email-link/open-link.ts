import type { IssuedLinkAction } from "@vestibule/catalogue/link.table.ts";
import { readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { type AuditEvent, createAuditContext } from "../../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import type { LimitConsumed } from "../../limits/limit.port.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { findLinkById, type Link } from "../../links/link.store.ts";
import type { LinkOwner } from "../../links/link-owner.rule.ts";
import { linkState } from "../../links/link-state.adapter.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { refundOnOutage } from "../../verification/refund-on-outage.ts";

/** A request with a link that was active when read; each write checks again on the locked row. */
export interface LinkCall {
  requestContext: RequestContext;
  link: Link;
  owner: LinkOwner;
}

export function linkEvent(
  { requestContext, link }: Pick<LinkCall, "requestContext" | "link">,
  event: Pick<AuditEvent, "event" | "facts"> & Partial<Pick<AuditEvent, "result" | "journeyId" | "accountId">>,
): AuditEvent {
  const { brandId, id: journeyId } = link;
  const auditContext = createAuditContext("link", requestContext);
  return { result: "ok", brandId, journeyId, actor: "person", auditContext, ...event };
}

/** Returns the row id for an id that `readLink` returned; undefined for another journey or brand. */
export function linkIdOf(
  { keys }: Pick<ApiDeps, "keys">,
  { brand }: Pick<RequestContext, "brand">,
  text: string,
): string | undefined {
  return readOpaqueId(keys.secretHash, { purpose: "link", brandId: brand.id, text })?.id;
}

/** Loads the link of an id if it is active and has this action. Only the link identifies the person. */
export async function openLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, action }: { id: string; action: IssuedLinkAction },
): Promise<
  | ({ kind: "open"; counted: LimitConsumed } & LinkCall)
  | Extract<IdentityProofRefusal, { kind: "notFound" | "linkExpired" | "wait" }>
> {
  const counted = await deps.limits.consume(deps.database, { limit: "linkClientIp", subject: requestContext.clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const linkId = linkIdOf(deps, requestContext, id);
  const link =
    linkId === undefined
      ? undefined
      : await findLinkById(deps.database, { id: linkId, brandId: requestContext.brand.id });
  if (link?.action !== action) return { kind: "notFound" };
  const state = await refundOnOutage(deps, counted, () => linkState(deps, { brand: requestContext.brand, link }));
  if (state.kind === "ended") return { kind: "linkExpired" };
  return { kind: "open", requestContext, link, owner: state.owner, counted };
}
