import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { LimitedDeps, RequestContext } from "../../deps.ts";
import { identityOf } from "../../identity/person.rule.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import {
  approveLinkRequest,
  findLinkRequest,
  findLinkRequestByToken,
  insertLinkRequest,
  type LinkRequest,
  refuseLinkRequest,
  stopLinkRequest,
} from "../../link-requests/link-request.store.ts";
import type { DeskLinkOrder, DeskLinkResult } from "../../links/link-order.port.ts";
import { homeProvince } from "../../links/link-owner.rule.ts";
import { linkUrl } from "../../links/link-url.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { canReceiveSms } from "../../verification/channel.rule.ts";
import { limitSubjectOf } from "../../verification/lockout.rule.ts";
import { type IssueLinkDeps, issuePlannedLink, type LinkPlan, planLink } from "./issue-link.ts";

type LinkRequestDeps = IssueLinkDeps & LimitedDeps<"canSendSms">;

/** Issues a link to an e-mail on file; for another e-mail makes a request and notifies the contacts on file. */
export async function orderDeskLink(deps: LinkRequestDeps, order: DeskLinkOrder): Promise<DeskLinkResult> {
  const plan = await planLink(deps, order);
  if (plan.kind === "refused") return plan;
  return transact(deps.database, async (transaction): Promise<DeskLinkResult> => {
    if (plan.target.onFile.includes(plan.facts.recipient.email)) {
      await issuePlannedLink(deps, transaction, plan);
      return { kind: "issued" };
    }
    return requestLink(deps, transaction, { plan, order });
  });
}

function emailsToNotify({ target: { contact, rows } }: LinkPlan): string[] {
  const emails = [contact?.email, ...rows.map(({ email }) => email)];
  return [...new Set(emails.filter((email) => typeof email === "string"))];
}

function mobilesToNotify({ target: { rows } }: LinkPlan): string[] {
  const numbers = rows.flatMap(({ cellPhone }) => (cellPhone === null ? [] : [cellPhone]));
  return [...new Set(numbers.filter(canReceiveSms))];
}

async function requestLink(
  deps: LinkRequestDeps,
  transaction: Trx,
  { plan, order }: { plan: LinkPlan; order: DeskLinkOrder },
): Promise<DeskLinkResult> {
  const { brand, facts, target } = plan;
  const { account, rows, person } = target;
  const subject = limitSubjectOf({ brandId: brand.id, identity: identityOf(person) });
  const counted = await deps.limits.consume(transaction, { limit: "linkRequestIdentity", subject });
  if (counted.kind === "exceeded") return retryLater(counted);
  const contacts = { EMAIL: emailsToNotify(plan), SMS: deps.canSendSms ? mobilesToNotify(plan) : [] };
  const stopToken = deps.random.token(32);
  const request = await insertLinkRequest(deps.keys, transaction, {
    brandId: brand.id,
    reference: order.reference,
    journeyId: order.journeyId,
    action: order.action,
    personKey: order.personKey,
    policy: { company: person.company, policyNumber: person.policyNumber, role: person.role },
    accountId: account?.id,
    emailAsTyped: facts.recipient.emailAsTyped,
    language: facts.language,
    province: homeProvince({ account, rows }, facts),
    accountFingerprint: facts.accountFingerprint,
    mails: contacts.EMAIL.length,
    texts: contacts.SMS.length,
    requestedBy: order.actor,
    stopToken,
  });
  if (request === undefined) {
    await deps.limits.refund(transaction, counted);
    return { kind: "alreadyRequested" };
  }
  for (const channel of ["EMAIL", "SMS"] as const)
    for (const recipient of contacts[channel])
      await deps.notifier.notify(transaction, {
        notification: "linkRequested",
        channel,
        recipient,
        brandId: brand.id,
        language: request.language,
        journeyId: request.id,
        facts: {
          origin: plan.origin,
          province: request.province,
          action: request.action,
          link: linkUrl({ ...request, origin: plan.origin, path: "/stop-request", query: { request: stopToken } }),
          dueAt: request.dueAt.toISOString(),
        },
      });
  await recordRequestEvent(deps, transaction, {
    event: "support.linkRequested",
    result: "ok",
    actor: order.actor,
    request,
    facts: { mails: request.mails, texts: request.texts },
  });
  return { kind: "requested", request };
}

export async function recordRequestEvent(
  { auditor }: Pick<LinkRequestDeps, "auditor">,
  transaction: Trx,
  { request, facts, ...event }: Pick<AuditEvent, "event" | "result" | "actor" | "facts"> & { request: LinkRequest },
): Promise<void> {
  const { brandId, journeyId, accountId, id, action } = request;
  await auditor.record(transaction, {
    ...event,
    brandId,
    ...(journeyId && { journeyId }),
    ...(accountId && { accountId }),
    facts: { request: id, action, ...facts },
  });
}

type DecisionResult =
  | { kind: "decided"; request: LinkRequest }
  | { kind: "ownRequest" }
  | { kind: "notOpen" }
  | { kind: "unknown" };

interface Decision {
  id: string;
  brandId: string;
  /** `agent:<id>` */
  actor: string;
  verdict: "approve" | "refuse";
}

export async function decideLinkRequest(
  deps: Pick<LinkRequestDeps, "database" | "auditor">,
  { verdict, ...decision }: Decision,
): Promise<DecisionResult> {
  const { actor } = decision;
  return transact(deps.database, async (transaction): Promise<DecisionResult> => {
    const decide = verdict === "approve" ? approveLinkRequest : refuseLinkRequest;
    const event = verdict === "approve" ? "support.linkApproved" : "support.linkRefused";
    const request = await decide(transaction, decision);
    if (request !== undefined) {
      await recordRequestEvent(deps, transaction, { event, result: "ok", actor, request });
      return { kind: "decided", request };
    }
    const found = await findLinkRequest(transaction, decision);
    if (found === undefined) return { kind: "unknown" };
    const isOwn = found.state === "requested" && found.requestedBy.toLowerCase() === actor.toLowerCase();
    const result = verdict === "approve" && isOwn ? "ownRequest" : "notOpen";
    await recordRequestEvent(deps, transaction, { event, result, actor, request: found });
    return { kind: result };
  });
}

type StopDeps = LimitedDeps<"database" | "keys" | "auditor">;

export type StopResult = { kind: "found"; request: LinkRequest } | { kind: "notFound" } | RetryLater;

/** Returns the request that a contact on file may stop, without changing it. */
export async function readStopLink(deps: StopDeps, requestContext: RequestContext, token: string): Promise<StopResult> {
  const counted = await deps.limits.consume(deps.database, { limit: "linkClientIp", subject: requestContext.clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const request = await findLinkRequestByToken(deps.keys, deps.database, { token, brandId: requestContext.brand.id });
  return request === undefined ? { kind: "notFound" } : { kind: "found", request };
}

/** Stops an open request; one that has ended is returned unchanged. */
export async function stopRequestedLink(
  deps: StopDeps,
  requestContext: RequestContext,
  token: string,
): Promise<StopResult> {
  const read = await readStopLink(deps, requestContext, token);
  if (read.kind !== "found") return read;
  return transact(deps.database, async (transaction): Promise<StopResult> => {
    const of = { token, brandId: requestContext.brand.id };
    const request = await stopLinkRequest(deps.keys, transaction, of);
    if (request !== undefined) {
      await recordRequestEvent(deps, transaction, {
        event: "support.linkStopped",
        result: "ok",
        actor: "person",
        request,
      });
      return { kind: "found", request };
    }
    const ended = await findLinkRequestByToken(deps.keys, transaction, of);
    return ended === undefined ? { kind: "notFound" } : { kind: "found", request: ended };
  });
}
