import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { refusedFields } from "../../api/refused-password.rule.ts";
import { redrawForm } from "../../form/form-answer.ts";
import { hasFieldFaults, validateForm } from "../../form/form-values.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { handleAccountFailure } from "./account-session.server.ts";
import { changedPasswordRules } from "./password.screen.tsx";

/** Changes the password. The current password is the proof. */
export const passwordPage = {
  texts: ["account:password", "fields", "link:wait"],
  load: ({ requestContext, headers }) => ({
    email: headers.get("iv-user") ?? "",
    policy: requestContext.brand.passwordPolicy,
  }),
  async submit({ requestContext, headers }, values) {
    const form = { policy: requestContext.brand.passwordPolicy, email: headers.get("iv-user") ?? "" };
    const faults = validateForm(values, changedPasswordRules(form));
    if (hasFieldFaults(faults)) return redrawForm({ faults, values });
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
    if (reply.kind === "unavailable") return handleAccountFailure(requestContext, reply);
    if (reply.status === 429) return drawRetryLater(requestContext, reply.retryAfterSeconds ?? 60, values);
    if (reply.error.errorCode === accountErrors.wrongSecret.errorCode)
      return redrawForm({ faults: { loginPassword: { key: "wrong" } }, values });
    const refused = refusedFields(reply.error, { ...form, password, fact: null });
    return refused === undefined
      ? handleAccountFailure(requestContext, reply)
      : redrawForm({ faults: refused, values });
  },
} satisfies AccountPage;
