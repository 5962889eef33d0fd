import type { PortalSession } from "./request-context.ts";

/** Whether the previous request posted an expired form; clears the flag. */
export function consumeExpiredForm(session: PortalSession): boolean {
  const isLost = session.formLost === true;
  delete session.formLost;
  return isLost;
}
