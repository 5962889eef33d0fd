import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import { requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/bare.route";

/** Redirects the URL of the folder to the roadblock raised in the session, or to the login page. */
export function loader({ context }: Route.LoaderArgs) {
  const raised = context.get(requestContextKey).session.roadblock;
  return redirect(raised === undefined ? "/" : roadblocks[raised.id].path);
}
