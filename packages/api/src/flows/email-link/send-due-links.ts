import { agentLinkSources } from "@vestibule/catalogue/support.table.ts";
import { DirectoryUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import {
  type ContactMessages,
  contactMessagesOf,
  dueLinkRequests,
  endDueLinkRequest,
  expireUnapproved,
  type LinkRequest,
} from "../../link-requests/link-request.store.ts";
import { matchesFingerprint } from "../../links/link-owner.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { type IssueLinkDeps, issuePlannedLink, planLink } from "./issue-link.ts";
import { recordRequestEvent } from "./link-request.ts";

export type SendDueLinksDeps = IssueLinkDeps;

/**
 * Sends the approved links that are due, and expires the requests that were not approved in time. A link whose policy
 * directory is unavailable keeps none of the others waiting; the outage is thrown at the end.
 */
export async function sendDueLinks(deps: SendDueLinksDeps): Promise<void> {
  await transact(deps.database, async (transaction) => {
    for (const request of await expireUnapproved(transaction))
      await recordRequestEvent(deps, transaction, {
        event: "support.linkExpired",
        result: "notApproved",
        actor: "system",
        request,
      });
  });
  let outage: DirectoryUnavailable | undefined;
  for (const request of await dueLinkRequests(deps.database))
    await sendDueLink(deps, request).catch((fault: unknown) => {
      if (!(fault instanceof DirectoryUnavailable)) throw fault;
      outage = fault;
    });
  if (outage) throw outage;
}

async function sendDueLink(deps: SendDueLinksDeps, request: LinkRequest): Promise<void> {
  const { action, policy, brandId, personKey, emailAsTyped, requestedBy, approvedBy = "" } = request;
  const messages = await contactMessagesOf(deps.database, request.id);
  const readiness = checkContactMessages(messages);
  if (readiness === "wait") return;
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
    if (due === undefined) {
      const result = readiness === "notTold" ? "notTold" : "changed";
      await recordRequestEvent(deps, transaction, { event: "support.linkExpired", actor: "system", request, result });
      return;
    }
    await issuePlannedLink(deps, transaction, due);
    await recordRequestEvent(deps, transaction, {
      event: "support.linkSent",
      result: "ok",
      actor: requestedBy,
      request,
      facts: { to: "given", approvedBy },
    });
  });
}

/**
 * `ready`: a message reached a contact a day ago, or none could: no contact is on file, or all messages were refused.
 * `wait`: a message is still queued, or one was accepted less than a day ago. `notTold`: none was accepted, and some
 * expired unsent.
 */
function checkContactMessages({ total, accepted, waiting, refused, isDelayOver }: ContactMessages) {
  if (waiting > 0 || (accepted > 0 && !isDelayOver)) return "wait";
  return accepted > 0 || refused === total ? "ready" : "notTold";
}
