import type { PortalSession } from "./request-context.ts";

/** Whether the form that led here came too late, long after its page was opened: told once. */
export function consumeExpiredForm(session: PortalSession): boolean {
  const isLost = session.formLost === true;
  delete session.formLost;
  return isLost;
}
