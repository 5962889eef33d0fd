import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import { recoveryApi } from "../parts/recovery-call.server.ts";

/** Begins a reset for an address and remembers it in this browser, in place of any other way that was under way. */
export async function beginRecovery(visit: PortalVisit, email: string) {
  const { client, caller } = recoveryApi(visit);
  const reply = await client.reset(caller, { email });
  if (reply.kind === "ok") {
    visit.session.loginEmail = email;
    delete visit.session.finishedReset;
    visit.session.recovery = { how: "forgot", id: reply.data.id, email, ...codeAsked(visit) };
  }
  return reply;
}

/** A code was asked for now. */
export function codeAsked(visit: PortalVisit): { askedAt: string; resendAvailableAt: string } {
  return { askedAt: visit.now.toISOString(), resendAvailableAt: resendAvailableAt(visit) };
}

/** When another code can be asked for, where one has just been. */
export function resendAvailableAt({ now }: PortalVisit, waitSeconds: number = lifetimes.resendWaitSeconds): string {
  return new Date(now.getTime() + waitSeconds * 1000).toISOString();
}
