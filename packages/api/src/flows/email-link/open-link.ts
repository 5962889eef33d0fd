import type { IssuedLinkAction } from "@vestibule/catalogue/link.table.ts";
import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { type AuditEvent, createAuditContext, journeyEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { identityOf } from "../../identity/person.rule.ts";
import type { LimitCount } from "../../limits/limit.port.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import {
  findLinkById,
  incrementLinkCounter,
  type Link,
  lockLinkForUpdate,
  revokeLink,
} from "../../links/link.store.ts";
import { factOfLink, type LinkOwner, settledRows } from "../../links/link-owner.rule.ts";
import { linkState } from "../../links/link-state.adapter.ts";
import type { Trx } from "../../platform/database.table.ts";
import { countAttempt, refundAttempt } from "../../verification/count-attempt.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { checkFact, factWindows, malformedFact } from "../../verification/knowledge-check.ts";
import { limitSubjectOf } from "../../verification/lockout.rule.ts";

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

/** Runs the work with the link of an id, if it is active and has this action. Only the link identifies the person. */
export function withOpenLink<Result>(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, action }: { id: string; action: IssuedLinkAction },
  work: (call: LinkCall) => Promise<Result>,
): Promise<Result | Extract<IdentityProofRefusal, { kind: "notFound" | "linkExpired" | "wait" }>> {
  return countAttempt(deps, { limit: "linkClientIp", subject: requestContext.clientIp }, async (count) => {
    if (count.kind === "exceeded") return retryLater(count);
    const linkId = linkIdOf(deps, requestContext, id);
    const { brand } = requestContext;
    const link =
      linkId === undefined ? undefined : await findLinkById(deps.database, { id: linkId, brandId: brand.id });
    if (link?.action !== action) return { kind: "notFound" };
    const state = await linkState(deps, { brand, link });
    return state.kind === "ended" ? { kind: "linkExpired" } : work({ requestContext, link, owner: state.owner });
  });
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

/** Counts an attempt of the link's identity fact, then runs the work, which checks it by `refuseWrongFact`. */
export function countLinkFact<Result>(
  deps: IdentityProofDeps,
  call: LinkCall,
  work: (count: LimitCount) => Promise<Result>,
): Promise<Result> {
  const { link, owner } = call;
  return countAttempt(deps, factWindows({ identity: limitSubjectOfLink(call), fact: factOfLink(link, owner) }), work);
}

/**
 * Locks an active link and checks the identity fact that it asks for; returns the refusal, or undefined when the answer
 * is correct. A concurrent request on the same link sees this one's result.
 */
export async function refuseWrongFact(
  deps: IdentityProofDeps,
  transaction: Trx,
  call: LinkCall,
  { typed, count }: { typed: TypedFacts; count: LimitCount },
): Promise<IdentityProofRefusal | undefined> {
  const { requestContext, link, owner } = call;
  const { brandId, accountId, id } = link;
  if (!(await lockLinkForUpdate(transaction, id))?.isActive) {
    await refundAttempt(deps, transaction, count);
    return { kind: "linkExpired" };
  }
  return checkFact(deps, transaction, {
    brandId,
    ...(accountId && { accountId }),
    identity: limitSubjectOfLink(call),
    rows: settledRows(owner),
    fact: factOfLink(link, owner),
    typed,
    count,
    countWrong: () => incrementLinkCounter(transaction, { id, what: "wrong_answers" }),
    journey: {
      id,
      auditContext: createAuditContext("link", requestContext),
      close: () => revokeLink(transaction, id),
    },
  });
}

function limitSubjectOfLink({ link, owner }: LinkCall): string {
  const row = rowOfLink(link, owner);
  return limitSubjectOf({ brandId: link.brandId, identity: row ? identityOf(row) : link.id });
}
