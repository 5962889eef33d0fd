import { waiverRequest } from "@vestibule/catalogue/support.table.ts";
import { isSameStaff } from "@vestibule/contract/internal/staff-role.rule.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { endWaiver } from "../../accounts/second-factor-waiver.store.ts";
import { emailsToNotify, mobilesToNotify } from "../../accounts/settling.rule.ts";
import type { LimitedDeps, RequestContext } from "../../deps.ts";
import { identityOf } from "../../identity/person.rule.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import {
  approveLinkRequest,
  findLinkRequest,
  findLinkRequestByToken,
  type LinkRequest,
  refuseLinkRequest,
  stopGivenWaiver,
  stopLinkRequest,
} from "../../link-requests/link-request.store.ts";
import { recordRequestEvent, requestApproval } from "../../link-requests/request-approval.ts";
import { countLinkCall } from "../../links/count-link-call.ts";
import type { DeskLinkOrder, DeskLinkResult } from "../../links/link-order.port.ts";
import { homeProvince } from "../../links/link-owner.rule.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";
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

/** The contacts on file that are notified of a request and can stop it. */
function contactsOf({ canSendSms }: Pick<LinkRequestDeps, "canSendSms">, { target }: LinkPlan) {
  const { contact, rows, settled } = target;
  const emails = [...(contact ? [contact.email] : []), ...emailsToNotify(rows, settled)];
  return {
    EMAIL: [...new Set(emails)],
    SMS: canSendSms ? mobilesToNotify(rows, settled).filter(canReceiveSms) : [],
  };
}

async function requestLink(
  deps: LinkRequestDeps,
  transaction: Trx,
  { plan, order }: { plan: LinkPlan; order: DeskLinkOrder },
): Promise<DeskLinkResult> {
  const { brand, facts, target } = plan;
  const { account, rows, person } = target;
  const subject = limitSubjectOf({ brandId: brand.id, identity: identityOf(person) });
  return requestApproval(deps, transaction, {
    subject,
    origin: plan.origin,
    contacts: contactsOf(deps, plan),
    facts: {
      brandId: brand.id,
      reference: order.reference,
      journeyId: order.journeyId,
      action: order.action,
      personKey: order.personKey,
      policy: { company: person.company, policyNumber: person.policyNumber, role: person.role },
      accountId: account?.id,
      ...facts.recipient,
      language: facts.language,
      province: homeProvince({ account, rows }, facts),
      accountFingerprint: facts.accountFingerprint,
      requestedBy: order.actor,
    },
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
    const step = verdict === "approve" ? "approved" : "refused";
    const found = await findLinkRequest(transaction, decision);
    if (found === undefined) return { kind: "unknown" };
    const isOwn = verdict === "approve" && found.state === "requested" && isSameStaff(found.requestedBy, actor);
    const request = isOwn ? undefined : await decide(transaction, decision);
    if (request !== undefined) {
      await recordRequestEvent(deps, transaction, { step, result: "ok", actor, request });
      return { kind: "decided", request };
    }
    const result = isOwn ? "ownRequest" : "notOpen";
    await recordRequestEvent(deps, transaction, { step, result, actor, request: found });
    return { kind: result };
  });
}

type StopDeps = LimitedDeps<"database" | "keys" | "auditor">;

/** `isInForce`: of a waiver that was given, whether it can still be used. */
export type StopResult =
  | { kind: "found"; request: LinkRequest; isInForce: boolean }
  | { kind: "notFound" }
  | RetryLater;

/** Returns the request that a contact on file may stop, without changing it. */
export async function readStopLink(deps: StopDeps, requestContext: RequestContext, token: string): Promise<StopResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  return findStopLink(deps, deps.database, { token, brandId: requestContext.brand.id });
}

async function findStopLink(
  { keys }: StopDeps,
  database: DbOrTrx,
  link: { token: string; brandId: string },
): Promise<StopResult> {
  const request = await findLinkRequestByToken(keys, database, link);
  if (request === undefined) return { kind: "notFound" };
  const isGivenWaiver = request.action === waiverRequest && request.state === "sent";
  const { accountId } = request;
  const account = isGivenWaiver && accountId !== undefined ? await findAccountById(database, accountId) : undefined;
  return { kind: "found", request, isInForce: account?.secondFactorWaivedUntil != null };
}

/** Stops an open request, or a waiver that was given; one that has ended is returned unchanged. */
export async function stopRequestedLink(
  deps: StopDeps,
  requestContext: RequestContext,
  token: string,
): Promise<StopResult> {
  const read = await readStopLink(deps, requestContext, token);
  if (read.kind !== "found") return read;
  const { accountId } = read.request;
  return transact(deps.database, async (transaction): Promise<StopResult> => {
    const of = { token, brandId: requestContext.brand.id };
    let request = await stopLinkRequest(deps.keys, transaction, of);
    if (request === undefined && read.isInForce && accountId !== undefined && (await endWaiver(transaction, accountId)))
      request = await stopGivenWaiver(deps.keys, transaction, of);
    if (request === undefined) return findStopLink(deps, transaction, of);
    await recordRequestEvent(deps, transaction, { step: "stopped", result: "ok", actor: "person", request });
    return { kind: "found", request, isInForce: false };
  });
}
