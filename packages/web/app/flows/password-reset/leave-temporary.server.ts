import { isNavigationAway } from "../../request/is-navigation-away.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { clearLink, clearRegistration } from "../../roadblock/clear-flow.rule.ts";
import { recoverySlice } from "../../shared-slices/recovery-slices.server.ts";
import { extendPath, resetPath } from "./parts/recovery-path.table.ts";

/** Paths that the form itself requests; they do not count as leaving it. */
const paths: ReadonlySet<string> = new Set([resetPath, extendPath, "/preferences"]);

/**
 * Removes the recovery, a link from a message and any registration from the session when the person leaves the form
 * that follows a temporary password.
 */
export function leaveTemporaryAt(
  { session }: Pick<PortalRequestContext, "session">,
  request: Pick<Request, "method" | "headers">,
  pathname: string,
): void {
  if (session.get(recoverySlice)?.how !== "temporary" || !isNavigationAway(request, { pathname, stays: paths })) return;
  session.delete(recoverySlice);
  clearLink(session);
  clearRegistration(session);
}
