import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { PortalRequestContext } from "../../../visit/request-context.ts";
import { recoveryApi } from "../parts/recovery-call.server.ts";

/** Begins a reset for an address and remembers it in this browser, in place of any other way that was under way. */
export async function beginRecovery(requestContext: PortalRequestContext, email: string) {
  const { client, caller } = recoveryApi(requestContext);
  const reply = await client.reset(caller, { email });
  if (reply.kind === "ok") {
    requestContext.session.loginEmail = email;
    delete requestContext.session.finishedReset;
    requestContext.session.recovery = { how: "forgot", id: reply.data.id, email, ...codeAsked(requestContext) };
  }
  return reply;
}

/** A code was asked for now. */
export function codeAsked(requestContext: PortalRequestContext): { askedAt: string; resendAvailableAt: string } {
  return { askedAt: requestContext.now.toISOString(), resendAvailableAt: resendAvailableAt(requestContext) };
}

/** When another code can be asked for, where one has just been. */
export function resendAvailableAt({ now }: PortalRequestContext, waitSeconds: number = ttl.resendWaitSeconds): string {
  return new Date(now.getTime() + waitSeconds * 1000).toISOString();
}
