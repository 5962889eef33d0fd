import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import { redirectToLogin } from "../request/cookie-check.server.ts";
import { safeQuery } from "../request/entry-query.rule.ts";
import { requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/bare.route";
import { roadblockSlice } from "./session-slice.server.ts";

/** Redirects the URL of the folder to the roadblock raised in the session, or to the login page. */
export function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const raised = requestContext.session.get(roadblockSlice);
  if (raised === undefined) return redirectToLogin(requestContext, url);
  return redirect(`${roadblocks[raised.id].path}${safeQuery(url)}`);
}
