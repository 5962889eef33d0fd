import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import { bypassParameter } from "../visit/maintenance-bypass.rule.ts";
import type { Maintenance, PortalRequestContext, PortalSession } from "../visit/request-context.ts";
import { tellRoadblock } from "./leave-roadblock.server.ts";
import { raiseRoadblock } from "./raise-roadblock.server.ts";

const page = roadblocks.maintenance.path;

/** What the page of the closed portal needs. */
const ofThePage: ReadonlySet<string> = new Set(["/preferences", "/roadblock/leave", "/icon.svg"]);

/** Open while the portal is closed: help, the agents' page, the stop of a request, and the gateway's application. */
const openAnyway: ReadonlySet<string> = new Set([
  "/help",
  "/agent",
  "/agent/sign-in",
  "/agent/callback",
  "/stop-request",
  "/home",
]);
const legalDocument = /^\/legal\/[^/]+$/;

/**
 * While the brand is closed every page leads to the one that says so; when it is open again that one leads to the
 * start. An operator's value is kept on the server and leaves the address at once.
 */
export async function redirectForMaintenance(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): Promise<void> {
  const pathname = url.pathname.replace(/(.)\/$/, "$1");
  if (ofThePage.has(pathname)) return;
  const { session } = requestContext;
  if (openAnyway.has(pathname) || legalDocument.test(pathname)) {
    // To read on resets nothing: what was under way waits for the end of the maintenance.
    if (session.roadblock?.planned) delete session.roadblock;
    return;
  }
  const maintenance = await requestContext.maintenance();
  if (maintenance.kind === "closed") {
    const answer = closeTo(requestContext, maintenance);
    if (pathname !== page) throw answer;
    return;
  }
  if (pathname === page && method === "GET" && isOver(session, maintenance)) {
    await tellRoadblock(requestContext);
    delete session.roadblock;
    throw redirect("/");
  }
  if (maintenance.kind === "open" && method === "GET" && url.searchParams.has(bypassParameter))
    throw redirect(withoutBypass(url));
}

/** The end may be announced anew; the reference that was read out stays. */
function closeTo(requestContext: PortalRequestContext, { until }: Extract<Maintenance, { kind: "closed" }>): Response {
  const reference = requestContext.session.roadblock?.planned ? requestContext.session.roadblock.reference : undefined;
  const answer = raiseRoadblock(requestContext, "maintenance", { planned: true, ...(until && { until }) });
  if (reference !== undefined) Object.assign(requestContext.session.roadblock ?? {}, { reference });
  return answer;
}

/** Planned maintenance is over when the brand is open; an outage when its page was read and the API answers. */
function isOver({ roadblock }: PortalSession, { kind }: Maintenance): boolean {
  if (roadblock?.id !== "maintenance") return false;
  if (roadblock.planned) return true;
  const wasShown = roadblock.shown === true;
  roadblock.shown = true;
  return wasShown && kind === "open";
}

function withoutBypass(url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete(bypassParameter);
  // Two slashes in front would be read as a host.
  return `${url.pathname.replace(/^\/+/, "/")}${query.size === 0 ? "" : `?${query}`}`;
}
