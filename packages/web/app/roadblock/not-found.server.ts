import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { data } from "react-router";
import type { PortalRequestContext } from "../request/request-context.ts";
import { roadblockFacts } from "./roadblock-facts.server.ts";

const { status } = roadblocks["not-found"];

/** Page for an unknown URL. It writes nothing, because bots request thousands of them. */
export async function notFound(requestContext: PortalRequestContext) {
  return data(await roadblockFacts(requestContext, { id: "not-found" }), { status });
}

/** A POST to an unknown URL renders the same page. */
export function nothingPosted() {
  return data(null, { status });
}
