import type { PortalRequestContext } from "../../visit/request-context.ts";
import { sessionLimit } from "../../visit/time-limit.server.ts";
import type { SessionLimit } from "../../visit/use-expiry-warning.ts";

/** When the signed-in session ends, from the gateway's headers; undefined where they are absent. */
export function sessionTimeLimit(requestContext: PortalRequestContext, { headers }: Request): SessionLimit | undefined {
  const idle = headers.get("x-session-idle-end");
  const latest = headers.get("x-session-end");
  if (idle === null || latest === null) return undefined;
  return sessionLimit(requestContext, { idle: new Date(idle), latest: new Date(latest) });
}
