import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/account-api.server.ts";
import type { FailedReply } from "../../api/response-outcome.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type AccountPageName, accountPagePath } from "./account-path.table.ts";
import { handleAccountFailure } from "./account-session.server.ts";

/** Redirects to the page that asks for the password, which leads back to this one. */
export function redirectToProof({ session }: PortalRequestContext, next: AccountPageName): Response {
  session.accountProof = { next };
  return redirect(accountPagePath("proof"), 303);
}

/** Redirects after a failed call: to the page that asks for a proof, or out of the account. */
export function handleProofFailure(
  requestContext: PortalRequestContext,
  reply: FailedReply,
  next: AccountPageName,
): Response {
  const isProofRequired = reply.kind === "error" && reply.error.errorCode === accountErrors.proofRequired.errorCode;
  return isProofRequired ? redirectToProof(requestContext, next) : handleAccountFailure(requestContext, reply);
}

/** Redirects to the page that asks for a proof, unless the session has a fresh one. */
export async function requireFreshProof(
  requestContext: PortalRequestContext,
  next: AccountPageName,
): Promise<Response | undefined> {
  const reply = await sessionApi(requestContext, credentialEndpoints).session();
  if (reply.kind !== "ok") return handleAccountFailure(requestContext, reply);
  return reply.data.isProven ? undefined : redirectToProof(requestContext, next);
}

/** Ends a change of e-mail after too many codes. */
export function endEmailChange({ session }: PortalRequestContext): Response {
  delete session.accountEmail;
  session.accountFlash = "emailNotChanged";
  return redirect(accountPagePath("sign-in"), 303);
}
