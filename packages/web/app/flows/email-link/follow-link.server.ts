import { linkActions } from "@vestibule/catalogue/link.table.ts";
import { linkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { data, redirect } from "react-router";
import { apiClient } from "../../api/api-client.server.ts";
import { handleApiFailure } from "../../api/api-failure.server.ts";
import { findErrorHandling } from "../../api/error-handling.rule.ts";
import { parseEntryQuery, safeQuery } from "../../request/entry-query.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { clearLink } from "../../roadblock/clear-flow.rule.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import { registrationStart } from "../../roadblock/registration-start.rule.ts";
import { expiredLinkSlice, linkSlice } from "../../shared-slices/link-slices.server.ts";
import { policyNumberRegistrationSlice } from "../../shared-slices/registration-slices.server.ts";

/** More than the length of any token; longer values are not sent to the API. */
const maxTokenLength = 128;
/** Error code that a gateway adds to the URL of a first request. The URL's `src` is then not checked. */
const firstVisitCode = "0x00000000";

/**
 * Opens the link of a message, whose token can be in the URL of any page. The API reads the link without consuming it.
 * The token is saved in the encrypted session, and the browser is redirected to a URL without it.
 */
export async function followLink(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): Promise<void> {
  if (method !== "GET" && method !== "HEAD") return;
  const { token, src, errorCode } = parseEntryQuery(url);
  if (token === undefined) return;
  clearLink(requestContext.session);
  requestContext.session.delete(policyNumberRegistrationSlice);
  const source = errorCode?.toLowerCase() === firstVisitCode ? undefined : src;
  throw await openLink(requestContext, { token, ...(source !== undefined && { src: source }) }, safeQuery(url));
}

async function openLink(
  requestContext: PortalRequestContext,
  { token, src }: { token: string; src?: string },
  query: string,
): Promise<Response> {
  const unknownLinkUrl = `${registrationStart(requestContext.brand)}${query}`;
  if (token.length > maxTokenLength) return redirect(unknownLinkUrl, 303);
  const result = await apiClient(requestContext, linkEndpoints).read(token, { src });
  if (result.kind !== "ok") {
    const handling = findErrorHandling(result);
    if (handling.kind === "handledByPage") return redirect(unknownLinkUrl, 303);
    // The URL keeps the token, so that a reload opens the link.
    if (handling.kind === "wait") throw data(null, { status: 429 });
    // The token is not saved, so the person has to open the message again.
    return handleApiFailure(requestContext, handling, { ofLink: true });
  }
  const { data: response } = result;
  if (response.action === "TOKEN_EXPIRED") {
    requestContext.session.set(expiredLinkSlice, { token });
    return raiseRoadblock(requestContext, linkActions.TOKEN_EXPIRED.roadblock);
  }
  requestContext.session.set(linkSlice, { token, answer: response });
  return redirect(`${linkActions[response.action].path}${query}`, 303);
}
