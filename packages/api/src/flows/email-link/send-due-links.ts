import { type AgentLink, agentLinkSources, waiverRequest } from "@vestibule/catalogue/support.table.ts";
import { lockAccountForUpdate } from "../../accounts/account.store.ts";
import { loginEligibility } from "../../accounts/login-eligibility.rule.ts";
import { grantWaiver } from "../../accounts/second-factor-waiver.store.ts";
import { DirectoryUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import { findRowsOfAccount } from "../../identity/find-rows.ts";
import {
  type ContactMessages,
  contactMessagesOf,
  dueLinkRequests,
  endDueLinkRequest,
  expireUnapproved,
  type LinkRequest,
} from "../../link-requests/link-request.store.ts";
import { recordRequestEvent } from "../../link-requests/request-approval.ts";
import { matchesFingerprint } from "../../links/link-owner.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { type IssueLinkDeps, issuePlannedLink, planLink } from "./issue-link.ts";

export type SendDueLinksDeps = IssueLinkDeps;

/**
 * Sends the approved links that are due, and expires the requests that were not approved in time. A link whose policy
 * directory is unavailable keeps none of the others waiting; the outage is thrown at the end.
 */
export async function sendDueLinks(deps: SendDueLinksDeps): Promise<void> {
  await transact(deps.database, async (transaction) => {
    for (const request of await expireUnapproved(transaction))
      await recordRequestEvent(deps, transaction, {
        step: "expired",
        result: "notApproved",
        actor: "system",
        request,
      });
  });
  let outage: DirectoryUnavailable | undefined;
  for (const request of await dueLinkRequests(deps.database))
    await completeRequest(deps, request).catch((fault: unknown) => {
      if (!(fault instanceof DirectoryUnavailable)) throw fault;
      outage = fault;
    });
  if (outage) throw outage;
}

/** Gives a waiver, or sends a link, unless a message to a contact still waits. */
async function completeRequest(deps: SendDueLinksDeps, request: LinkRequest): Promise<void> {
  const readiness = checkContactMessages(await contactMessagesOf(deps.database, request.id));
  if (readiness === "wait") return;
  await (request.action === waiverRequest
    ? giveWaiver(deps, request, readiness)
    : sendDueLink(deps, { ...request, action: request.action }, readiness));
}

/** Gives the waiver to an account that is unchanged since it was requested. */
async function giveWaiver(deps: SendDueLinksDeps, request: LinkRequest, readiness: Readiness): Promise<void> {
  const { id, brandId, accountId = "", requestedBy, approvedBy = "" } = request;
  const companies = deps.brands.byId(brandId)?.companies ?? [];
  const rows = await findRowsOfAccount(deps, { companies, accountId });
  await transact(deps.database, async (transaction) => {
    const account = await lockAccountForUpdate(transaction, accountId);
    const isUnchanged =
      account !== undefined &&
      loginEligibility(account) === "ok" &&
      matchesFingerprint(deps.keys.lookupHash, { account, rows }, request.accountFingerprint);
    const isGiven = readiness === "ready" && isUnchanged;
    if (!(await endDueLinkRequest(transaction, { id, state: isGiven ? "sent" : "expired" }))) return;
    if (!isGiven) return recordNotSent(deps, transaction, request, readiness);
    await grantWaiver(transaction, accountId);
    const event = { step: "sent", result: "ok", actor: requestedBy, facts: { approvedBy } } as const;
    await recordRequestEvent(deps, transaction, { ...event, request });
  });
}

function recordNotSent(
  deps: SendDueLinksDeps,
  transaction: Trx,
  request: LinkRequest,
  readiness: Readiness,
): Promise<void> {
  const result = readiness === "notTold" ? "notTold" : "changed";
  return recordRequestEvent(deps, transaction, { step: "expired", actor: "system", request, result });
}

async function sendDueLink(
  deps: SendDueLinksDeps,
  request: LinkRequest & { action: AgentLink },
  readiness: Readiness,
): Promise<void> {
  const { action, policy, brandId, personKey, emailAsTyped, requestedBy, approvedBy = "" } = request;
  const plan = await planLink(deps, {
    ...policy,
    personKey,
    action,
    brand: brandId,
    email: emailAsTyped,
    actor: requestedBy,
    src: agentLinkSources[action],
    message: "sent",
  });
  const isUnchanged =
    plan.kind !== "refused" && matchesFingerprint(deps.keys.lookupHash, plan.target, request.accountFingerprint);
  const due = readiness === "ready" && isUnchanged ? plan : undefined;
  await transact(deps.database, async (transaction) => {
    if (!(await endDueLinkRequest(transaction, { id: request.id, state: due ? "sent" : "expired" }))) return;
    if (due === undefined) return recordNotSent(deps, transaction, request, readiness);
    await issuePlannedLink(deps, transaction, due);
    await recordRequestEvent(deps, transaction, {
      step: "sent",
      result: "ok",
      actor: requestedBy,
      request,
      facts: { to: "given", approvedBy },
    });
  });
}

type Readiness = ReturnType<typeof checkContactMessages>;

/**
 * `ready`: a message reached a contact a day ago, or none could: no contact is on file, or all messages were refused.
 * `wait`: a message is still queued, or one was accepted less than a day ago. `notTold`: none was accepted, and some
 * expired unsent.
 */
function checkContactMessages({ total, accepted, waiting, refused, isDelayOver }: ContactMessages) {
  if (waiting > 0 || (accepted > 0 && !isDelayOver)) return "wait";
  return accepted > 0 || refused === total ? "ready" : "notTold";
}
