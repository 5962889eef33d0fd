import { forgetLink } from "../../visit/forget-link.rule.ts";
import { forgetRegistration } from "../../visit/forget-registration.rule.ts";
import { goesElsewhere } from "../../visit/goes-elsewhere.rule.ts";
import type { PortalVisit } from "../../visit/visit.ts";
import { resetPath, stayPath } from "./parts/recovery-path.table.ts";

/** What the form itself needs, and what changes its looks, is no leaving. */
const paths: ReadonlySet<string> = new Set([resetPath, stayPath, "/preferences"]);

/** Leaving the form that follows a temporary password forgets the recovery, the e-mail link and the registration state. */
export function leaveTemporaryAt(
  { session }: Pick<PortalVisit, "session">,
  request: Pick<Request, "method" | "headers">,
  pathname: string,
): void {
  if (session.recovery?.how !== "temporary" || !goesElsewhere(request, { pathname, stays: paths })) return;
  delete session.recovery;
  forgetLink(session);
  forgetRegistration(session);
}
