import { type AgentRequest, waiverRequest } from "@vestibule/catalogue/support.table.ts";
import type { AuditEvent } from "../audit/auditor.port.ts";
import type { ApiDeps, LimitedDeps } from "../deps.ts";
import { type RetryLater, retryLater } from "../limits/retry-later.rule.ts";
import { linkUrl } from "../links/link-url.rule.ts";
import type { Trx } from "../platform/database.table.ts";
import { insertLinkRequest, type LinkRequest, type NewLinkRequest } from "./link-request.store.ts";

export type RequestApprovalResult =
  | { kind: "requested"; request: LinkRequest }
  | { kind: "alreadyRequested" }
  | RetryLater;

interface ApprovalOrder {
  /** Of the person, for the limit. */
  subject: string;
  origin: string;
  facts: Omit<NewLinkRequest, "mails" | "texts">;
  /** Contacts on file, which hear of the request with a link that stops it. */
  contacts: Readonly<Record<"EMAIL" | "SMS", readonly string[]>>;
}

/** Makes a request that a second agent must approve, and notifies every contact on file. */
export async function requestApproval(
  deps: LimitedDeps<"keys" | "random" | "notifier" | "auditor">,
  transaction: Trx,
  { subject, origin, facts, contacts }: ApprovalOrder,
): Promise<RequestApprovalResult> {
  const counted = await deps.limits.consume(transaction, { limit: "linkRequestIdentity", subject });
  if (counted.kind === "exceeded") return retryLater(counted);
  const stopToken = deps.random.token(32);
  const request = await insertLinkRequest(deps.keys, transaction, {
    ...facts,
    mails: contacts.EMAIL.length,
    texts: contacts.SMS.length,
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
        brandId: request.brandId,
        language: request.language,
        journeyId: request.id,
        facts: {
          origin,
          province: request.province,
          action: request.action,
          link: linkUrl({ ...request, origin, path: "/stop-request", query: { request: stopToken } }),
          dueAt: request.dueAt.toISOString(),
        },
      });
  const { mails, texts, requestedBy: actor } = request;
  const event = { step: "requested", result: "ok", actor, facts: { mails, texts } } as const;
  await recordRequestEvent(deps, transaction, { ...event, request });
  return { kind: "requested", request };
}

const linkEvents = {
  requested: "support.linkRequested",
  approved: "support.linkApproved",
  refused: "support.linkRefused",
  stopped: "support.linkStopped",
  expired: "support.linkExpired",
  sent: "support.linkSent",
} as const;

const waiverEvents = {
  requested: "support.waiverRequested",
  approved: "support.waiverApproved",
  refused: "support.waiverRefused",
  stopped: "support.waiverStopped",
  expired: "support.waiverExpired",
  sent: "support.waiverGranted",
} as const satisfies Record<keyof typeof linkEvents, unknown>;

const eventsOf = (action: AgentRequest) => (action === waiverRequest ? waiverEvents : linkEvents);

interface RequestEvent extends Pick<AuditEvent, "result" | "actor" | "facts"> {
  step: keyof typeof linkEvents;
  request: LinkRequest;
}

export async function recordRequestEvent(
  { auditor }: Pick<ApiDeps, "auditor">,
  transaction: Trx,
  { step, request, facts, ...event }: RequestEvent,
): Promise<void> {
  const { brandId, journeyId, accountId, id, action } = request;
  await auditor.record(transaction, {
    ...event,
    event: eventsOf(action)[step],
    brandId,
    ...(journeyId && { journeyId }),
    ...(accountId && { accountId }),
    facts: { request: id, action, ...facts },
  });
}
