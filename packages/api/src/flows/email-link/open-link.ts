import type { IssuedLinkAction } from "@vestibule/catalogue/link.table.ts";
import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { type AuditEvent, createAuditContext, journeyEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { identityOf } from "../../identity/person.rule.ts";
import type { LimitConsumed } from "../../limits/limit.port.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import {
  findLinkById,
  incrementLinkCounter,
  type Link,
  lockLinkForUpdate,
  revokeLink,
} from "../../links/link.store.ts";
import { factOfLink, type LinkOwner } from "../../links/link-owner.rule.ts";
import { linkState } from "../../links/link-state.adapter.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { checkFact, malformedFact } from "../../verification/knowledge-check.ts";
import { limitSubjectOf } from "../../verification/lockout.rule.ts";
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
  return journeyEvent("link", requestContext, { result: "ok", journeyId: link.id, ...event });
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

/** The row that a link was issued for, or another one of its person. */
export function rowOfLink({ personKey, policy }: Link, { rows }: LinkOwner): PolicyPerson | undefined {
  const isNamed = (row: PolicyPerson) =>
    row.personKey === personKey && row.policyNumber === policy?.policyNumber && row.role === policy.role;
  return rows.find(isNamed) ?? rows[0];
}

/** Returns the refusal of a malformed identity fact, which counts as no attempt. */
export function refuseMalformedFact(
  deps: IdentityProofDeps,
  { requestContext, link, owner }: LinkCall,
  typed: TypedFacts,
) {
  const fact = factOfLink(link, owner);
  return malformedFact({ fact, typed }, { province: requestContext.province, now: deps.clock.now() });
}

/**
 * Locks an active link and checks the identity fact that it asks for; returns the refusal, or undefined when the answer
 * is correct. A concurrent request on the same link sees this one's result.
 */
export async function refuseWrongFact(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, link, owner }: LinkCall,
  typed: TypedFacts,
): Promise<IdentityProofRefusal | undefined> {
  const { brandId, accountId, id } = link;
  if (!(await lockLinkForUpdate(transaction, id))?.isActive) return { kind: "linkExpired" };
  const ownRow = rowOfLink(link, owner);
  return checkFact(deps, transaction, {
    brandId,
    ...(accountId && { accountId }),
    identity: limitSubjectOf({ brandId, identity: ownRow ? identityOf(ownRow) : id }),
    rows: owner.rows,
    fact: factOfLink(link, owner),
    typed,
    countWrong: () => incrementLinkCounter(transaction, { id, what: "wrong_answers" }),
    journey: {
      id,
      auditContext: createAuditContext("link", requestContext),
      close: () => revokeLink(transaction, id),
    },
  });
}
