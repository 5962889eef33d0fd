import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import { type AuditEvent, auditLocale } from "../audit/auditor.port.ts";
import type { RequestContext } from "../deps.ts";
import type { AccountSession } from "./gateway-session.store.ts";

/** A call of a signed-in person about their own account. */
export interface AccountCall {
  requestContext: RequestContext;
  session: AccountSession;
}

/** An audit event of what a signed-in person did with their account. */
export function accountEvent(
  {
    requestContext,
    session,
  }: Pick<AccountCall, "requestContext"> & { session: Pick<AccountSession, "accountId" | "brandId"> },
  { event, result = "ok", facts }: { event: AuditEventName; result?: string; facts?: AuditEvent["facts"] },
): AuditEvent {
  const { accountId, brandId } = session;
  return { event, result, brandId, accountId, actor: "person", facts: { ...facts, ...auditLocale(requestContext) } };
}
