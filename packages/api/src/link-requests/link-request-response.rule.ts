import { type AgentRole, waiverRequest } from "@vestibule/catalogue/support.table.ts";
import { maskEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { isSameStaff } from "@vestibule/contract/internal/staff-role.rule.ts";
import type { LinkRequestResponse } from "@vestibule/contract/internal/support-desk.schema.ts";
import type { LinkRequest } from "./link-request.store.ts";

/** Whether this agent may approve a link, and so compares its e-mail with what the caller spells. */
export function awaitsDecisionOf({ action, state, requestedBy }: LinkRequest, { actor, role }: Approver): boolean {
  return (
    action !== waiverRequest &&
    state === "requested" &&
    role === "act" &&
    isAgent(actor) &&
    !isSameStaff(requestedBy, actor)
  );
}

interface Approver {
  actor: string;
  role: AgentRole;
}

/** A link request as an agent sees it, with agents by their ids. The e-mail is masked unless `showsEmail`. */
export function describeLinkRequest(
  request: LinkRequest,
  actor: string,
  { showsEmail = false }: { showsEmail?: boolean } = {},
): LinkRequestResponse {
  const { id, reference, action, state, emailAsTyped, mails, texts, requestedBy, approvedBy, refusedBy } = request;
  const { requestedAt, dueAt, endedAt } = request;
  return {
    id,
    code: reference,
    action,
    state,
    email: showsEmail ? emailAsTyped : maskEmail(normaliseEmail(emailAsTyped) ?? emailAsTyped),
    mails,
    texts,
    requestedBy: agentIdOf(requestedBy),
    ...(approvedBy && { approvedBy: agentIdOf(approvedBy) }),
    ...(refusedBy && { refusedBy: agentIdOf(refusedBy) }),
    isOwn: isSameStaff(requestedBy, actor),
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  };
}

const isAgent = (actor: string) => actor.startsWith("agent:");
const agentIdOf = (actor: string) => actor.replace(/^agent:/, "");
