import { maskEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { LinkRequestAnswer } from "@vestibule/contract/internal/support-desk.schema.ts";
import type { LinkRequest } from "./link-request.store.ts";

/** A link request as an agent sees it, with the e-mail masked and agents by their ids. */
export function describeLinkRequest(request: LinkRequest, actor: string): LinkRequestAnswer {
  const { id, reference, action, state, emailAsTyped, mails, texts, requestedBy, approvedBy, refusedBy } = request;
  const { requestedAt, dueAt, endedAt } = request;
  return {
    id,
    code: reference,
    action,
    state,
    email: maskEmail(normaliseEmail(emailAsTyped) ?? emailAsTyped),
    mails,
    texts,
    requestedBy: agentIdOf(requestedBy),
    ...(approvedBy && { approvedBy: agentIdOf(approvedBy) }),
    ...(refusedBy && { refusedBy: agentIdOf(refusedBy) }),
    isOwn: requestedBy.toLowerCase() === actor.toLowerCase(),
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  };
}

const agentIdOf = (actor: string) => actor.replace(/^agent:/, "");
