import { redirect } from "react-router";
import type { PortalRequestContext } from "../../../visit/request-context.ts";
import { beginRecovery } from "../forgot/begin-recovery.server.ts";
import { forgotPath, verifyPath } from "../parts/recovery-path.table.ts";

/** Starts another reset for an e-mail. Redirects to the code page with a notice, or to the e-mail form. */
export async function sendNewCode(
  requestContext: PortalRequestContext,
  email = requestContext.session.loginEmail,
): Promise<Response> {
  if (email === undefined) return redirect(forgotPath, 303);
  const begun = await beginRecovery(requestContext, email);
  if (begun.kind !== "ok") return redirect(forgotPath, 303);
  if (requestContext.session.recovery !== undefined) requestContext.session.recovery.said = "sentAgain";
  return redirect(verifyPath, 303);
}
