import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../../api/account-api.server.ts";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { redrawForm, refuse } from "../../../form/form-error.ts";
import type { AccountPage } from "../account-page.ts";
import { accountPagePath } from "../account-path.table.ts";
import { newAuthenticatorRules } from "./authenticator.rule.ts";
import { drawQrCode } from "./qr-code.server.ts";

/** Shows the key of a new authenticator app, and asks for the first code that it shows. */
export const newAuthenticatorPage = {
  texts: ["account:newAuthenticator", "fields:authenticatorName", "fields:securityCode", "forms:summary", "link:wait"],
  async load({ requestContext, headers }) {
    const result = await sessionApi(requestContext, secondFactorEndpoints).setUp();
    if (isRejected(result, accountErrors.tooManyMethods)) return { setup: undefined };
    if (result.kind !== "ok") return result;
    const { secret, uri } = result.data;
    const groups = secret.match(/.{4}/g) ?? [];
    return { setup: { groups, uri, code: drawQrCode(uri), email: headers.get("iv-user") ?? "" } };
  },
  rules: () => newAuthenticatorRules,
  async submit({ requestContext }, values) {
    const { authenticatorName: name = "", securityCode = "" } = values;
    const api = sessionApi(requestContext, secondFactorEndpoints);
    const result = await api.add({ name, code: normaliseCode(securityCode) });
    if (result.kind === "ok") {
      requestContext.session.authenticatorChanged = "added";
      return redirect(accountPagePath("second-factors"), 303);
    }
    if (isRejected(result, accountErrors.wrongSecret)) {
      const { reason } = result.error;
      const key = reason === "clockAhead" || reason === "clockBehind" ? reason : "wrongApp";
      return redrawForm({ errors: { securityCode: { key } }, values });
    }
    if (isRejected(result, accountErrors.tooManyMethods)) return refuse({ values, alert: "tooMany" });
    if (isRejected(result, { status: 404 })) return refuse({ values, alert: "expired" });
    return isRejected(result, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, result.retryAfterSeconds, values)
      : result;
  },
} satisfies AccountPage;
