import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { drawRetryLater, handleApiFailure } from "../../api/api-failure.server.ts";
import { type FailedResult, findErrorHandling, isRejected } from "../../api/error-handling.rule.ts";
import { sessionLimit } from "../../form/expiry.server.ts";
import type { FormValues } from "../../form/form-values.ts";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import { hasGatewaySession } from "../../gateway/hand-off.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { noticeSlice } from "../../shared-slices/login-slices.server.ts";
import { type AccountPageName, accountPagePath, accountPath } from "./account-path.table.ts";
import { accountProofSlice, accountWaitsSlice } from "./session-slice.server.ts";

/** Data of a call that a page cannot do without. Throws a redirect after a failed call. */
export function dataOrRedirect<Data>(
  requestContext: PortalRequestContext,
  result: AccountCallResult<Data>,
  page: AccountPageName,
): Data {
  if (result.kind === "ok") return result.data;
  throw handleAccountFailure(requestContext, result, page);
}

/** What waits in the account: the end of a change that has not settled, a driver's request. A page works without. */
export async function readSession(requestContext: PortalRequestContext) {
  const result = await sessionApi(requestContext, credentialEndpoints).session();
  return result.kind === "ok"
    ? result.data
    : { settlingUntil: undefined, hasHouseholdRequest: undefined, lastSignInDevice: undefined };
}

/** Redirects after a failed call of a page: to the page that asks for a proof, or out of the account. */
export function handleAccountFailure(
  requestContext: PortalRequestContext,
  result: FailedResult,
  page: AccountPageName,
): Response {
  if (isRejected(result, accountErrors.proofRequired)) return redirectToProof(requestContext, page);
  if (isRejected(result, accountErrors.settling)) return redirectToSettling(requestContext);
  if (isRejected(result, { status: 401 })) return redirectAfterSessionEnd(requestContext);
  return handleApiFailure(requestContext, findErrorHandling(result));
}

/** Draws a form again that was sent too often; redirects after any other failed call. */
export function handleFailedForm(
  requestContext: PortalRequestContext,
  result: FailedResult,
  { page, values }: { page: AccountPageName; values: FormValues },
) {
  return isRejected(result, { status: 429 })
    ? drawRetryLater(requestContext, result.retryAfterSeconds, values)
    : handleAccountFailure(requestContext, result, page);
}

/** Redirects to the page that asks for the password or a passkey, which leads back to `next`. */
export function redirectToProof({ session }: PortalRequestContext, next: AccountPageName): Response {
  session.set(accountProofSlice, { next });
  return redirect(accountPagePath("proof"), 303);
}

/** Redirects to the first page, which says until when this waits. */
function redirectToSettling({ session }: PortalRequestContext): Response {
  session.set(accountWaitsSlice, true);
  return redirect(accountPath, 303);
}

/** For a page that was already open when the session ended. */
export function redirectAfterSessionEnd(requestContext: PortalRequestContext): Response {
  if (hasGatewaySession(requestContext)) requestContext.session.set(noticeSlice, "signInEnded");
  return redirect("/", 303);
}

/** When the session ends, from the gateway's headers; undefined where they are absent. */
export function sessionTimeLimit(
  requestContext: PortalRequestContext,
  { headers }: Pick<Request, "headers">,
): SessionLimit | undefined {
  const idle = headers.get("x-session-idle-end");
  const latest = headers.get("x-session-end");
  if (idle === null || latest === null) return undefined;
  return sessionLimit(requestContext, { idle: new Date(idle), latest: new Date(latest) });
}
