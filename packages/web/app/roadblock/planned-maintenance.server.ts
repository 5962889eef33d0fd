import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import type { PortalSession } from "../portal-session.server.ts";
import { bypassParameter } from "../request/maintenance-bypass.rule.ts";
import type { Maintenance, PortalRequestContext } from "../request/request-context.ts";
import { leavePath } from "./action-path.table.ts";
import { reportRoadblockView } from "./leave-roadblock.server.ts";
import { raiseRoadblock } from "./raise-roadblock.server.ts";

const page = roadblocks.maintenance.path;

/** Routes that the maintenance page itself uses. */
const pageBypass: ReadonlySet<string> = new Set(["/preferences", leavePath]);

/** Available during maintenance: help, the agents' page, stopping a request, and the account's first page. */
const openDuringMaintenance: ReadonlySet<string> = new Set([
  "/help",
  "/agent",
  "/agent/sign-in",
  "/agent/callback",
  "/stop-request",
  "/account",
]);
const legalDocument = /^\/legal\/[^/]+$/;

/**
 * While the brand is closed, redirects every page to the maintenance page; afterwards redirects that page to the start.
 * An operator's bypass value is stored on the server and removed from the URL at once.
 */
export async function redirectForMaintenance(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): Promise<void> {
  const pathname = url.pathname.replace(/(.)\/$/, "$1");
  if (pageBypass.has(pathname)) return;
  const { session } = requestContext;
  if (openDuringMaintenance.has(pathname) || legalDocument.test(pathname)) {
    // Reading these pages resets nothing: the flow in progress continues after the maintenance.
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
    await reportRoadblockView(requestContext);
    delete session.roadblock;
    throw redirect("/");
  }
  if (maintenance.kind === "open" && method === "GET" && url.searchParams.has(bypassParameter))
    throw redirect(withoutBypass(url));
}

/** The announced end may change; the reference that was read to an agent stays. */
function closeTo(requestContext: PortalRequestContext, { until }: Extract<Maintenance, { kind: "closed" }>): Response {
  const reference = requestContext.session.roadblock?.planned ? requestContext.session.roadblock.reference : undefined;
  const answer = raiseRoadblock(requestContext, "maintenance", { planned: true, ...(until && { until }) });
  if (reference !== undefined) Object.assign(requestContext.session.roadblock ?? {}, { reference });
  return answer;
}

/** Planned maintenance is over when the brand is open; an outage once its page was shown and the API responds. */
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
  // Browsers read two leading slashes as a host.
  return `${url.pathname.replace(/^\/+/, "/")}${query.size === 0 ? "" : `?${query}`}`;
}
