import { isNavigationAway } from "../../request/is-navigation-away.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { clearLink, clearRegistration } from "../../roadblock/clear-flow.rule.ts";
import { extendPath, resetPath } from "./parts/recovery-path.table.ts";

/** Requests that the form itself makes; they do not count as navigation away. */
const paths: ReadonlySet<string> = new Set([resetPath, extendPath, "/preferences"]);

/**
 * Navigation away from the form that follows a temporary password removes the recovery, the e-mail link and the
 * registration state.
 */
export function leaveTemporaryAt(
  { session }: Pick<PortalRequestContext, "session">,
  request: Pick<Request, "method" | "headers">,
  pathname: string,
): void {
  if (session.recovery?.how !== "temporary" || !isNavigationAway(request, { pathname, stays: paths })) return;
  delete session.recovery;
  clearLink(session);
  clearRegistration(session);
}
