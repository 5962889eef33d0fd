import { linkActions } from "@vestibule/catalogue/link.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { linkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { apiClient } from "../../api/api-client.server.ts";
import { handleApiFailure } from "../../api/api-failure.server.ts";
import { findErrorHandling } from "../../api/error-handling.rule.ts";
import { retryAt } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { inboxPath } from "../../roadblock/action-path.table.ts";
import { roadblockSlice } from "../../roadblock/session-slice.server.ts";
import {
  expiredLinkSlice,
  reissuedLinkSlice,
  type SessionReissuedLink,
} from "../../shared-slices/link-slices.server.ts";
import { noticeSlice } from "../../shared-slices/login-slices.server.ts";

/** Requests a new link in place of an expired one. The response is the same whether or not the old link was known. */
export async function action({ context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  const { session } = requestContext;
  const { token } = session.get(expiredLinkSlice) ?? session.get(reissuedLinkSlice) ?? {};
  if (token === undefined) {
    session.set(noticeSlice, "linkForgotten");
    return redirect("/", 303);
  }
  const isRepeated = session.has(reissuedLinkSlice);
  const result = await apiClient(requestContext, linkEndpoints).sendReissuedLink(token, {
    mediumType: "EMAIL",
    notificationType: "LOCKED_ACCOUNT",
  });
  const handling = result.kind === "ok" ? undefined : findErrorHandling(result);
  if (handling !== undefined && handling.kind !== "handledByPage" && handling.kind !== "wait")
    return handleApiFailure(requestContext, handling);

  const wait = handling?.kind === "wait" ? { retryAt: retryAt(requestContext, handling.seconds) } : undefined;
  // Before a first accepted request, the roadblock stays and says when a link can be requested.
  if (wait !== undefined && !isRepeated) return redirectToRoadblock(requestContext, wait);

  session.delete(roadblockSlice, expiredLinkSlice);
  const flash: SessionReissuedLink["flash"] = wait ?? (isRepeated ? "askedAgain" : undefined);
  session.set(reissuedLinkSlice, { token, ...(flash !== undefined && { flash }) });
  return redirect(inboxPath, 303);
}

function redirectToRoadblock({ session }: PortalRequestContext, wait: { retryAt: string }): Response {
  const id = linkActions.TOKEN_EXPIRED.roadblock;
  const raised = session.get(roadblockSlice);
  session.set(roadblockSlice, { ...(raised?.id === id ? raised : { id }), ...wait });
  return redirect(roadblocks[id].path, 303);
}

export function loader(): Response {
  return redirect(inboxPath, 303);
}
