import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import { visitContext } from "../visit/request-context.ts";
import type { Route } from "./+types/bare.route";

/** The bare address leads to the roadblock a person stands before, or to the start. */
export function loader({ context }: Route.LoaderArgs) {
  const raised = context.get(visitContext).session.roadblock;
  return redirect(raised === undefined ? "/" : roadblocks[raised.id].path);
}
