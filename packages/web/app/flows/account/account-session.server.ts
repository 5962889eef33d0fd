import { redirect } from "react-router";
import { handleApiFailure } from "../../api/account-api.server.ts";
import { type FailedReply, outcomeOf } from "../../api/response-outcome.rule.ts";
import { sessionLimit } from "../../form/expiry.server.ts";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import { hasGatewaySession } from "../../gateway/hand-off.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";

/** Redirects after a failed call of the account. Without a session it redirects to the login page. */
export function handleAccountFailure(requestContext: PortalRequestContext, reply: FailedReply): Response {
  if (reply.kind === "error" && reply.status === 401) return redirectAfterSessionEnd(requestContext);
  return handleApiFailure(requestContext, outcomeOf(reply));
}

/** For a page that was already open when the session ended. */
export function redirectAfterSessionEnd(requestContext: PortalRequestContext): Response {
  if (hasGatewaySession(requestContext)) requestContext.session.notice = "signInEnded";
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
