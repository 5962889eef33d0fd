import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { refusedFields } from "../../api/refused-password.rule.ts";
import { redrawForm } from "../../form/form-error.ts";
import type { AccountPage, AccountRequest } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { changedPasswordRules } from "./password.screen.tsx";

/** Changes the password. The current password is the proof. */
export const passwordPage = {
  texts: ["account:password", "fields", "link:wait"],
  load: passwordFacts,
  rules: (request) => changedPasswordRules(passwordFacts(request)),
  async submit(request, values) {
    const { requestContext } = request;
    const { loginPassword = "", password = "" } = values;
    const result = await sessionApi(requestContext, credentialEndpoints).changePassword({
      currentPassword: loginPassword,
      password,
    });
    if (result.kind === "ok") {
      requestContext.cookies.replaceGatewaySession(result.data.session);
      requestContext.session.accountFlash = "passwordChanged";
      return redirect(accountPagePath("sign-in"), 303);
    }
    if (result.kind === "unavailable") return result;
    if (result.status === 429) return drawRetryLater(requestContext, result.retryAfterSeconds, values);
    if (isRejected(result, accountErrors.wrongSecret))
      return redrawForm({ errors: { loginPassword: { key: "wrong" } }, values });
    const errors = refusedFields(result.error, { ...passwordFacts(request), password, fact: null });
    return errors === undefined ? result : redrawForm({ errors: errors, values });
  },
} satisfies AccountPage;

function passwordFacts({ requestContext, headers }: AccountRequest) {
  return { email: headers.get("iv-user") ?? "", policy: requestContext.brand.passwordPolicy };
}
