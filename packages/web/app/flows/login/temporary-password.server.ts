import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import { redirect } from "react-router";
import { recoveryApi } from "../../api/api-client.server.ts";
import { handleApiFailure } from "../../api/api-failure.server.ts";
import { findErrorHandling, type PageErrorHandling } from "../../api/error-handling.rule.ts";
import { refuse } from "../../form/form-error.ts";
import type { FormValues } from "../../form/form-values.ts";
import { retryAt } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { resetTokenEnd } from "../../roadblock/reset-expiry.rule.ts";
import { linkSlice } from "../../shared-slices/link-slices.server.ts";
import { loginEmailSlice, noticeSlice } from "../../shared-slices/login-slices.server.ts";
import { recoverySlice } from "../../shared-slices/recovery-slices.server.ts";

/**
 * Verifies a temporary password by the API instead of the gateway. If it is correct, redirects to the form for a new
 * password.
 */
export async function submitTemporaryPassword(
  requestContext: PortalRequestContext,
  tried: { id: string; email: string; password: string },
) {
  const { email, password } = tried;
  const result = await recoveryApi(requestContext).temporary(tried.id, { tempPassword: password });
  if (result.kind === "ok") {
    const { id, token } = result.data;
    requestContext.session.set(recoverySlice, {
      how: "temporary",
      id,
      email,
      proof: { token, email, endsAt: resetTokenEnd(requestContext.now) },
    });
    requestContext.session.delete(linkSlice);
    return redirect(pathAfter("LOGIN", "temporaryPassword"), 303);
  }
  const handling = findErrorHandling(result, { call: "temporary" });
  if (handling.kind !== "handledByPage") return handleFailedLogin(requestContext, handling, { email });
  // The same response as for any wrong password.
  requestContext.session.set(loginEmailSlice, email);
  requestContext.session.set(noticeSlice, "loginError");
  return redirect("/", 303);
}

/** Responds to a failed call: renders the page again with the time of the next attempt, or redirects to a roadblock. */
export function handleFailedLogin(
  requestContext: PortalRequestContext,
  handling: Exclude<PageErrorHandling, { kind: "handledByPage" }>,
  values: FormValues,
) {
  return handling.kind === "wait"
    ? refuse({ values, alert: retryAt(requestContext, handling.seconds) })
    : handleApiFailure(requestContext, handling);
}
