import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { data } from "react-router";
import type { PortalRequestContext } from "../request/request-context.ts";
import { roadblockFacts } from "./roadblock-facts.server.ts";

const { status } = roadblocks["not-found"];

/** Page of an unknown URL. It stores nothing, because bots request thousands of them. */
export async function notFound(requestContext: PortalRequestContext) {
  return data(await roadblockFacts(requestContext, { id: "not-found" }), { status });
}

/** Result of an action for a POST to an unknown URL; the loader then renders the not-found page. */
export function rejectUnknownPost() {
  return data(null, { status });
}
