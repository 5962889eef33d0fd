import { linkActions } from "@vestibule/catalogue/link.table.ts";
import { linkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { redirect } from "react-router";
import { accountApi, handleApiFailure } from "../../api/account-api.server.ts";
import { outcomeOf } from "../../api/response-outcome.rule.ts";
import { harmlessQuery, parseEntryQuery } from "../../request/entry-query.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { clearLink } from "../../roadblock/clear-flow.rule.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import { registrationStart } from "../../roadblock/registration-start.rule.ts";

/** Longer than any token that the portal issues; longer values are not sent to the API. */
const longestToken = 128;
/** Error code that a gateway sets on the URL of a first request; it says nothing of where a link was issued. */
const firstVisitCode = "0x00000000";

/**
 * Any page can be opened by a link from a message. The API reads the link without consuming it; the token is kept in
 * the sealed session, and the browser is redirected at once to a URL without it.
 */
export async function followLink(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): Promise<void> {
  if (method !== "GET" && method !== "HEAD") return;
  const { token, src, errorCode } = parseEntryQuery(url);
  if (token === undefined) return;
  clearLink(requestContext.session);
  delete requestContext.session.policyNumberRegistration;
  const source = errorCode?.toLowerCase() === firstVisitCode ? undefined : src;
  throw await openLink(requestContext, { token, ...(source !== undefined && { src: source }) }, harmlessQuery(url));
}

async function openLink(
  requestContext: PortalRequestContext,
  { token, src }: { token: string; src?: string },
  query: string,
): Promise<Response> {
  const unknown = `${registrationStart(requestContext.brand)}${query}`;
  if (token.length > longestToken) return redirect(unknown, 303);
  const reply = await accountApi(requestContext, linkEndpoints).read(token, { src });
  if (reply.kind !== "ok") {
    const outcome = outcomeOf(reply);
    if (outcome.kind === "handledByPage") return redirect(unknown, 303);
    // The token is not kept: only the message leads here again.
    return handleApiFailure(requestContext, outcome, { ofLink: true });
  }
  const { data: answer } = reply;
  if (answer.action === "TOKEN_EXPIRED") {
    requestContext.session.expiredLink = { token };
    return raiseRoadblock(requestContext, linkActions.TOKEN_EXPIRED.roadblock);
  }
  requestContext.session.link = { token, answer };
  return redirect(`${linkActions[answer.action].path}${query}`, 303);
}
