import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { data } from "react-router";
import type { PortalRequestContext } from "../visit/request-context.ts";
import { roadblockFacts } from "./roadblock-facts.server.ts";

const { status } = roadblocks["not-found"];

/** The page of an address that has none. To draw it writes nothing: robots ask for thousands of them. */
export async function notFound(requestContext: PortalRequestContext) {
  return data(await roadblockFacts(requestContext, { id: "not-found" }), { status });
}

/** An address that has no page, posted to: its page is drawn all the same. */
export function nothingPosted() {
  return data(null, { status });
}
