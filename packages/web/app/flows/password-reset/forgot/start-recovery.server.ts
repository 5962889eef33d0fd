import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import { redirect } from "react-router";
import { recoveryApi } from "../../../api/api-client.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { loginEmailSlice } from "../../../shared-slices/login-slices.server.ts";
import { finishedResetSlice, recoverySlice } from "../../../shared-slices/recovery-slices.server.ts";
import { forgotPath, verifyPath } from "../parts/recovery-path.table.ts";

/** Starts a reset for an e-mail and keeps it in the portal session, in place of any other recovery. */
export async function startRecovery(requestContext: PortalRequestContext, email: string) {
  const result = await recoveryApi(requestContext).reset({ email });
  if (result.kind === "ok") {
    requestContext.session.set(loginEmailSlice, email);
    requestContext.session.delete(finishedResetSlice);
    requestContext.session.set(recoverySlice, {
      how: "forgot",
      id: result.data.id,
      email,
      ...resendSchedule(requestContext),
    });
  }
  return result;
}

/** Timestamps of a code that is requested now. */
export function resendSchedule(requestContext: PortalRequestContext): {
  requestedAt: string;
  resendAvailableAt: string;
} {
  return { requestedAt: requestContext.now.toISOString(), resendAvailableAt: resendTimeAfter(requestContext) };
}

/** ISO time from which another code can be requested, if one is sent now. */
export function resendTimeAfter({ now }: PortalRequestContext, waitSeconds: number = ttl.resendWaitSeconds): string {
  return new Date(now.getTime() + waitSeconds * 1000).toISOString();
}

/** Starts another reset for an e-mail. Redirects to the code page with a notice, or to the e-mail form if it fails. */
export async function sendNewCode(
  requestContext: PortalRequestContext,
  email = requestContext.session.get(loginEmailSlice),
): Promise<Response> {
  if (email === undefined) return redirect(forgotPath, 303);
  const result = await startRecovery(requestContext, email);
  if (result.kind !== "ok") return redirect(forgotPath, 303);
  const recovery = requestContext.session.get(recoverySlice);
  if (recovery !== undefined) recovery.flash = "sentAgain";
  return redirect(verifyPath, 303);
}

/** Redirects to the e-mail form with a notice, after the code or the time for the new password has expired. */
export function requestNewCode({ session }: PortalRequestContext, email = ""): Response {
  session.set(recoverySlice, { how: "forgot", id: "", email, flash: "ended" });
  return redirect(pathAfter("VERIFY", "codeExpired"), 303);
}
