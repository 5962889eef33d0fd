import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { data, redirect } from "react-router";
import type { ScreenHandle } from "../frame/frame.tsx";
import { redirectToLogin } from "../request/cookie-check.server.ts";
import { safeQuery } from "../request/entry-query.rule.ts";
import { requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/roadblock.screen";
import { notFound } from "./not-found.server.ts";
import { roadblockAt, rowOf } from "./roadblock-data.server.ts";
import { roadblockFacts } from "./roadblock-facts.server.ts";
import { RoadblockPage } from "./roadblock-page.tsx";
import { referenceFor } from "./roadblock-reference.server.ts";
import { roadblockSlice } from "./session-slice.server.ts";

/** Opens only while this roadblock is raised in the session. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const raised = requestContext.session.get(roadblockSlice);
  const roadblock = roadblockAt(url.pathname);
  if (roadblock === undefined) return notFound(requestContext);
  if (raised === undefined) throw redirectToLogin(requestContext, url);
  if (raised.id !== roadblock) throw redirect(`${roadblocks[raised.id].path}${safeQuery(url)}`);
  raised.reference ??= await referenceFor(requestContext, raised);
  const facts = await roadblockFacts(requestContext, raised);
  delete raised.retryAt;
  return data(facts, { status: rowOf(raised).status ?? 200 });
}

export const handle: ScreenHandle = { hasBand: true };

export default function RoadblockScreen({ loaderData }: Route.ComponentProps) {
  return <RoadblockPage facts={loaderData} />;
}
