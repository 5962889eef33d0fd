import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import { visitContext } from "../visit/request-context.ts";
import type { Route } from "./+types/bare.route";

/** The folder URL redirects to the roadblock raised for this session, or to the login page. */
export function loader({ context }: Route.LoaderArgs) {
  const raised = context.get(visitContext).session.roadblock;
  return redirect(raised === undefined ? "/" : roadblocks[raised.id].path);
}
