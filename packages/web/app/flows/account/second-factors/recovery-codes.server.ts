import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { data } from "react-router";
import { sessionApi } from "../../../api/account-api.server.ts";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { refuse } from "../../../form/form-error.ts";
import type { AccountPage } from "../account-page.ts";
import { redirectToProof } from "../account-session.server.ts";

/** Makes recovery codes, and shows them in the response to the form alone: they are kept nowhere. */
export const recoveryCodesPage = {
  texts: ["account:recovery-codes", "account:newAuthenticator.notNow"],
  async load({ requestContext }) {
    const session = await sessionApi(requestContext, credentialEndpoints).session();
    if (session.kind !== "ok") return session;
    const { isProven, needsSecondProof } = session.data;
    if (!isProven || needsSecondProof) return redirectToProof(requestContext, "recovery-codes");
    const result = await sessionApi(requestContext, secondFactorEndpoints).list();
    if (result.kind !== "ok") return result;
    return { hasCodes: (result.data.recoveryCodes?.left ?? 0) > 0 };
  },
  rules: () => ({}),
  async submit({ requestContext }) {
    const result = await sessionApi(requestContext, secondFactorEndpoints).makeRecoveryCodes();
    if (isRejected(result, accountErrors.tooManyMethods)) return refuse({ values: {}, alert: "tooMany" });
    return result.kind === "ok" ? data({ codes: result.data.codes }) : result;
  },
} satisfies AccountPage;
