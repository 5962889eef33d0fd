import { findEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { apiClient } from "../../api/api-client.server.ts";
import { findErrorHandling } from "../../api/error-handling.rule.ts";
import { readForm, refuseFieldErrors } from "../../form/form-error.ts";
import type { FormValues } from "../../form/form-values.ts";
import { keepPuzzleSolution } from "../../form/puzzle.server.ts";
import { createHandOff } from "../../gateway/hand-off.ts";
import { rememberEmail } from "../../request/remembered-email.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { attemptedLoginIdSlice } from "../../shared-slices/login-slices.server.ts";
import { finishedResetSlice } from "../../shared-slices/recovery-slices.server.ts";
import { saveGatewayHandoff } from "./gateway-handoff.server.ts";
import { emailStepRules, loginRules } from "./login-form.tsx";
import { handleFailedLogin, submitTemporaryPassword } from "./temporary-password.server.ts";
import { interactionOf, keepInteraction } from "./waiting-application.server.ts";

/**
 * Validates the login form, saves the e-mail if the person wants that, looks up the account and hands the login to the
 * gateway.
 */
export async function submitLogin(
  requestContext: PortalRequestContext,
  { request, url }: { request: Request; url: URL },
) {
  // An unchecked box is not submitted; without a value, the page would show the saved one again.
  const values: FormValues = { rememberMe: "", ...(await readForm(request)) };
  // Set by the script, which keeps the password and posts it to the gateway itself.
  const byScript = values.handOff === "script";
  const refusal = refuseFieldErrors(values, byScript ? emailStepRules : loginRules);
  if (refusal !== undefined) return refusal;

  keepPuzzleSolution(requestContext, values);
  const email = values.email ?? "";
  requestContext.session.delete(finishedResetSlice);
  rememberEmail(requestContext, values.rememberMe === "yes" ? email : undefined);
  // The API's response is the same for known and unknown e-mails.
  const result = await apiClient(requestContext, findEndpoints).byEmail({ email });
  const handling = result.kind === "ok" ? undefined : findErrorHandling(result);
  if (handling !== undefined && handling.kind !== "handledByPage")
    return handleFailedLogin(requestContext, handling, values);
  const account = result.kind === "ok" ? result.data : undefined;
  if (account !== undefined) requestContext.session.set(attemptedLoginIdSlice, account.id);
  if (account?.status === "T") {
    const { loginPassword: password } = values;
    // Without the password, the script is asked to submit the whole form.
    if (password === undefined) return { asks: "password" as const };
    return submitTemporaryPassword(requestContext, { id: account.id, email, password });
  }
  if (account !== undefined) saveGatewayHandoff(requestContext, { id: account.id, email });
  keepInteraction(requestContext.session, interactionOf(requestContext, url));
  const handOff = createHandOff(requestContext, { username: email });
  if (byScript) return { handOff };
  requestContext.withoutScripts = true;
  return { handOff: { ...handOff, password: values.loginPassword ?? "" } };
}
