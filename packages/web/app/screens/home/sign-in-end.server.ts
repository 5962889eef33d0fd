import { sessionLimit } from "../../visit/time-limit.server.ts";
import type { SessionLimit } from "../../visit/use-near-end.ts";
import type { PortalVisit } from "../../visit/visit.ts";

/** Until when somebody stays signed in, as the gateway says it; undefined where it says nothing. */
export function signInLimit(visit: PortalVisit, { headers }: Request): SessionLimit | undefined {
  const idle = headers.get("x-session-idle-end");
  const latest = headers.get("x-session-end");
  if (idle === null || latest === null) return undefined;
  return sessionLimit(visit, { idle: new Date(idle), latest: new Date(latest) });
}
