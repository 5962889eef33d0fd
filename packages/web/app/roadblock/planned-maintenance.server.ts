import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import { bypassParameter } from "../visit/maintenance-bypass.rule.ts";
import type { PortalVisit } from "../visit/visit.ts";
import { raiseRoadblock } from "./raise-roadblock.server.ts";

const page = roadblocks.maintenance.path;

/** What the page of the closed portal needs, and the application behind the gateway, where people sign out. */
const openAnyway: ReadonlySet<string> = new Set(["/preferences", "/roadblock/leave", "/icon.svg", "/home"]);

/**
 * While the brand is closed every page leads to the one that says so; when it is open again that one leads to the
 * start. An operator's value is kept on the server and leaves the address at once.
 */
export async function standAsideForMaintenance(
  visit: PortalVisit,
  { method, url }: { method: string; url: URL },
): Promise<void> {
  const pathname = url.pathname.replace(/(.)\/$/, "$1");
  if (openAnyway.has(pathname)) return;
  const maintenance = await visit.maintenance();
  const raised = visit.session.roadblock;
  if (maintenance.kind === "open") {
    if (pathname === page && raised?.planned) {
      delete visit.session.roadblock;
      throw redirect("/");
    }
    if (method === "GET" && url.searchParams.has(bypassParameter)) throw redirect(withoutBypass(url));
    return;
  }
  const { until } = maintenance;
  const answer = raiseRoadblock(visit, "maintenance", { planned: true, ...(until && { until }) });
  if (pathname !== page) throw answer;
}

function withoutBypass(url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete(bypassParameter);
  // Two slashes in front would be read as a host.
  return `${url.pathname.replace(/^\/+/, "/")}${query.size === 0 ? "" : `?${query}`}`;
}
