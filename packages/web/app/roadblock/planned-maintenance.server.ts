import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import { bypassParameter } from "../request/maintenance-bypass.rule.ts";
import { withoutTrailingSlash } from "../request/pathname.rule.ts";
import type { Maintenance, PortalRequestContext } from "../request/request-context.ts";
import type { PortalSession } from "../session/portal-session.server.ts";
import { leavePath } from "./action-path.table.ts";
import { registrationPath } from "./flow-in-progress.server.ts";
import { reportRoadblockView } from "./leave-roadblock.server.ts";
import { raiseRoadblock } from "./raise-roadblock.server.ts";
import { roadblockSlice } from "./session-slice.server.ts";

const page = roadblocks.maintenance.path;

/** Routes that the maintenance page itself uses. */
const routesOfPage: ReadonlySet<string> = new Set(["/preferences", leavePath]);

/** Pages that are available during planned maintenance. */
const openDuringMaintenance: ReadonlySet<string> = new Set(["/help", "/stop-request", "/account"]);
/** Legal documents, and the pages of agents and of the digital team, who work on the brand while it is closed. */
const openPages = /^\/(?:legal\/[^/]+$|(?:agent|team)(?:\/|$))/;

/**
 * During planned maintenance of the brand, redirects every page to the maintenance page; after it, redirects that page
 * to the registration in progress or the login page. Removes an operator's bypass value, which the session keeps, from
 * the URL.
 */
export async function redirectForMaintenance(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): Promise<void> {
  const pathname = withoutTrailingSlash(url.pathname);
  if (routesOfPage.has(pathname)) return;
  const { session } = requestContext;
  if (openDuringMaintenance.has(pathname) || openPages.test(pathname)) {
    // Clears the roadblock alone, so that the flow in progress continues after the maintenance.
    if (session.get(roadblockSlice)?.planned) session.delete(roadblockSlice);
    return;
  }
  const maintenance = await requestContext.maintenance();
  if (maintenance.kind === "closed") {
    const response = raiseMaintenance(requestContext, maintenance);
    if (pathname !== page) throw response;
    return;
  }
  if (pathname === page && method === "GET" && isOver(session, maintenance)) {
    await reportRoadblockView(requestContext);
    session.delete(roadblockSlice);
    throw redirect(registrationPath(session) ?? "/");
  }
  if (maintenance.kind === "open" && method === "GET" && url.searchParams.has(bypassParameter))
    throw redirect(withoutBypass(url));
}

/** Raises the roadblock again, because the announced end may have changed. The reference stays the same. */
function raiseMaintenance(
  requestContext: PortalRequestContext,
  { until }: Extract<Maintenance, { kind: "closed" }>,
): Response {
  const roadblock = requestContext.session.get(roadblockSlice);
  const reference = roadblock?.planned ? roadblock.reference : undefined;
  return raiseRoadblock(requestContext, "maintenance", { planned: true, until, reference });
}

/** Planned maintenance is over if the brand is open; an outage, if its page was shown before and the API responds. */
function isOver(session: PortalSession, { kind }: Maintenance): boolean {
  const roadblock = session.get(roadblockSlice);
  if (roadblock?.id !== "maintenance") return false;
  if (roadblock.planned) return true;
  const wasShown = roadblock.shown === true;
  roadblock.shown = true;
  return wasShown && kind === "open";
}

function withoutBypass(url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete(bypassParameter);
  // Browsers read two leading slashes as a host.
  return `${url.pathname.replace(/^\/+/, "/")}${query.size === 0 ? "" : `?${query}`}`;
}
