import { readForm, refuse } from "../../form/form-answer.ts";
import { type FormValues, hasFieldFaults, validateForm } from "../../form/form-values.ts";
import { type HandOff, handOffOf } from "../../gateway/hand-off.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { findAccount } from "./find-account.server.ts";
import { emailRules, loginRules } from "./login-form.tsx";
import { answerTemporaryPassword, handleFailedLogin } from "./temporary-password.server.ts";

/** Validates the form, remembers the e-mail if asked, finds the account and hands over to the gateway. */
export async function answerLogin(requestContext: PortalRequestContext, request: Request) {
  const values = await readForm(request);
  // Set by the script, which keeps the password and posts it to the gateway itself.
  const byScript = values.handOff === "script";
  const faults = validateForm(values, byScript ? emailRules : loginRules);
  if (hasFieldFaults(faults)) return refuse({ faults, values });

  const email = values.email ?? "";
  delete requestContext.session.finishedReset;
  remember(requestContext, values);
  const found = await findAccount(requestContext, email);
  if (found.kind !== "found") return handleFailedLogin(requestContext, found, values);
  const { account } = found;
  if (account?.status === "T") {
    const { loginPassword: password } = values;
    // The script kept the password, so it is asked to submit the whole form.
    if (password === undefined) return { asks: "password" as const };
    return answerTemporaryPassword(requestContext, { id: account.id, email, password });
  }
  if (account !== undefined) requestContext.saveGatewayHandoff({ id: account.id, email });
  const handOff: HandOff = handOffOf(requestContext, email);
  if (byScript) return { handOff };
  requestContext.withoutScripts = true;
  return { handOff: { ...handOff, password: values.loginPassword ?? "" } };
}

/** Checked: a cookie keeps the e-mail for six months. Unchecked: the cookie is deleted. */
function remember(requestContext: PortalRequestContext, { email, rememberMe }: FormValues): void {
  if (rememberMe === "yes") requestContext.rememberEmail(email);
  else if (requestContext.rememberedEmail !== undefined) requestContext.rememberEmail(undefined);
}
