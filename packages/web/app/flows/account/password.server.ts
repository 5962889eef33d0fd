import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { refusedFields } from "../../api/refused-password.rule.ts";
import { isRejected } from "../../api/response-outcome.rule.ts";
import { redrawForm } from "../../form/form-answer.ts";
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
    const reply = await sessionApi(requestContext, credentialEndpoints).changePassword({
      currentPassword: loginPassword,
      password,
    });
    if (reply.kind === "ok") {
      requestContext.cookies.replaceGatewaySession(reply.data.session);
      requestContext.session.accountFlash = "passwordChanged";
      return redirect(accountPagePath("sign-in"), 303);
    }
    if (reply.kind === "unavailable") return reply;
    if (reply.status === 429) return drawRetryLater(requestContext, reply.retryAfterSeconds, values);
    if (isRejected(reply, accountErrors.wrongSecret))
      return redrawForm({ faults: { loginPassword: { key: "wrong" } }, values });
    const faults = refusedFields(reply.error, { ...passwordFacts(request), password, fact: null });
    return faults === undefined ? reply : redrawForm({ faults, values });
  },
} satisfies AccountPage;

function passwordFacts({ requestContext, headers }: AccountRequest) {
  return { email: headers.get("iv-user") ?? "", policy: requestContext.brand.passwordPolicy };
}
