import { goesElsewhere } from "../../visit/goes-elsewhere.rule.ts";
import type { PortalVisit } from "../../visit/visit.ts";
import { resetPath, stayPath } from "./parts/recovery-path.table.ts";

/** What the form itself needs, and what changes its looks, is no leaving. */
const paths: ReadonlySet<string> = new Set([resetPath, stayPath, "/preferences"]);

/** Leaving the form that follows a temporary password takes away what led there, a link, and a registration under way. */
export function leaveTemporaryAt(
  { session }: PortalVisit,
  request: Pick<Request, "method" | "headers">,
  pathname: string,
): void {
  if (session.recovery?.how !== "temporary" || !goesElsewhere(request, { pathname, stays: paths })) return;
  delete session.recovery;
  delete session.link;
  delete session.registration;
}
