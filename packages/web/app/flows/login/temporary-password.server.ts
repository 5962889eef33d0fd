import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import { redirect } from "react-router";
import { handleApiFailure, recoveryApi } from "../../api/account-api.server.ts";
import { outcomeOf, type PageOutcome } from "../../api/response-outcome.rule.ts";
import { refuse } from "../../form/form-answer.ts";
import type { FormValues } from "../../form/form-values.ts";
import { retryAt } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { resetTokenEnd } from "../../roadblock/reset-expiry.rule.ts";

/**
 * Verifies a temporary password by the API instead of the gateway. If it is correct, redirects to the form for a new
 * password.
 */
export async function answerTemporaryPassword(
  requestContext: PortalRequestContext,
  tried: { id: string; email: string; password: string },
) {
  const { email, password } = tried;
  const reply = await recoveryApi(requestContext).temporary(tried.id, { tempPassword: password });
  if (reply.kind === "ok") {
    const { id, token } = reply.data;
    requestContext.session.recovery = {
      how: "temporary",
      id,
      email,
      proof: { token, email, endsAt: resetTokenEnd(requestContext.now) },
    };
    delete requestContext.session.link;
    return redirect(pathAfter("LOGIN", "temporaryPassword"), 303);
  }
  const outcome = outcomeOf(reply, { call: "temporary" });
  if (outcome.kind !== "handledByPage") return handleFailedLogin(requestContext, outcome, { email });
  // The same response as for any wrong password.
  requestContext.session.loginEmail = email;
  requestContext.session.notice = "loginError";
  return redirect("/", 303);
}

/** Responds to a failed call: renders the page again with the time of the next attempt, or redirects to a roadblock. */
export function handleFailedLogin(
  requestContext: PortalRequestContext,
  outcome: Exclude<PageOutcome, { kind: "handledByPage" }>,
  values: FormValues,
) {
  return outcome.kind === "wait"
    ? refuse({ values, alert: retryAt(requestContext, outcome.seconds) })
    : handleApiFailure(requestContext, outcome);
}
