import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import { safeQuery } from "../request/entry-query.rule.ts";
import { requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/bare.route";
import { roadblockSlice } from "./session-slice.server.ts";

/** Redirects the URL of the folder to the roadblock raised in the session, or to the login page. */
export function loader({ url, context }: Route.LoaderArgs) {
  const raised = context.get(requestContextKey).session.get(roadblockSlice);
  const path = raised === undefined ? "/" : roadblocks[raised.id].path;
  return redirect(`${path}${safeQuery(url)}`);
}
