import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { passkeyResponse } from "@vestibule/contract/account/passkey.schema.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { drawRetryLater } from "../../api/api-failure.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { readForm, redrawForm, refuse, refuseFieldErrors } from "../../form/form-error.ts";
import type { FieldErrors, FormValues } from "../../form/form-values.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/proof.route";
import { accountPagePath, methodPages } from "./account-path.table.ts";
import { dataOrRedirect, handleAccountFailure, handleFailedForm } from "./account-session.server.ts";
import { revalidateAfterPasskey } from "./passkeys/revalidate-after-passkey.ts";
import { ProofScreen, proofRules, type SecondProofForm } from "./proof.screen.tsx";
import { accountProofSlice } from "./session-slice.server.ts";

/**
 * Asks for the password or a passkey, and where an authenticator app is set up, for a code before a change, then
 * redirects to the page of the change.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await sessionApi(requestContext, credentialEndpoints).session();
  const { isProven, needsSecondProof } = dataOrRedirect(requestContext, session, "proof");
  const options = await sessionApi(requestContext, passkeyEndpoints).proofOptions();
  const { next } = requestContext.session.get(accountProofSlice) ?? { next: "sign-in" };
  const asksSecond = needsSecondProof === true && methodPages.includes(next);
  const field: SecondProofForm = url.searchParams.get("with") === "recovery-code" ? "recoveryCode" : "securityCode";
  return {
    email: request.headers.get("iv-user") ?? "",
    asksPassword: !(isProven && asksSecond),
    second: asksSecond ? field : undefined,
    // The page works with the password alone.
    passkeyOptions: options.kind === "ok" ? options.data : undefined,
    texts: textsFor(requestContext, [
      "account:proof",
      "fields:loginPassword",
      "fields:email.label",
      "link:wait",
      "fields:securityCode",
      "fields:recoveryCode",
    ]),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const { passkey, loginPassword: password, securityCode, recoveryCode } = values;
  if (passkey !== undefined) return submitPasskey(requestContext, passkey);
  const refusal = refuseFieldErrors(values, proofRules(values));
  if (refusal !== undefined) return refusal;
  if (password !== undefined) {
    const result = await sessionApi(requestContext, credentialEndpoints).prove({ password });
    if (isRejected(result, accountErrors.wrongSecret))
      return redrawForm({ errors: { loginPassword: { key: "wrong" } }, values });
    if (result.kind !== "ok") return handleFailedForm(requestContext, result, { page: "proof", values });
  }
  const code = recoveryCode ?? securityCode;
  return code === undefined ? redirectAfterProof(requestContext) : submitCode(requestContext, code, values);
}

export const shouldRevalidate = revalidateAfterPasskey;

/** Sends the device's response to the API, which verifies it. */
async function submitPasskey(requestContext: PortalRequestContext, passkey: string) {
  const response = passkeyResponse.safeParse(parseJson(passkey));
  if (!response.success) return refuse({ values: {}, alert: "passkeyRefused" });
  const result = await sessionApi(requestContext, passkeyEndpoints).prove(response.data);
  if (result.kind === "ok") return redirectAfterProof(requestContext);
  if (isRejected(result, { status: 400 }) || isRejected(result, { status: 404 }))
    return refuse({ values: {}, alert: "passkeyRefused" });
  return handleAccountFailure(requestContext, result, "proof");
}

/** Sends a code of the authenticator app, or a recovery code. */
async function submitCode(requestContext: PortalRequestContext, code: string, values: FormValues) {
  const isRecovery = values.recoveryCode !== undefined;
  const result = await sessionApi(requestContext, secondFactorEndpoints).prove({ code });
  if (result.kind === "ok") return redirectAfterProof(requestContext);
  if (isRejected(result, accountErrors.wrongSecret)) {
    const errors: FieldErrors = isRecovery ? { recoveryCode: { key: "wrong" } } : { securityCode: { key: "wrongApp" } };
    return redrawForm({ errors, values });
  }
  if (isRejected(result, accountErrors.limitReached)) {
    const until = Date.parse(result.error.until ?? "");
    return drawRetryLater(requestContext, (until - requestContext.now.getTime()) / 1000, values);
  }
  return handleFailedForm(requestContext, result, { page: "proof", values });
}

/** Redirects to the page that asked for the proof. */
function redirectAfterProof({ session }: PortalRequestContext): Response {
  const { next } = session.consume(accountProofSlice) ?? { next: "sign-in" };
  return redirect(accountPagePath(next), 303);
}

export default function ProofRoute({ loaderData }: Route.ComponentProps) {
  return <ProofScreen {...loaderData} />;
}
