import { randomBytes } from "node:crypto";
import type { PortalSession } from "./request-context.ts";

/**
 * The id under which the API hears of this visit. It says nothing of anybody; a reference tells an agent by it what the
 * visit did before and after. Whoever only looks gets none.
 */
export function browserSessionIdFor(session: PortalSession, { method }: { method: string }): string | undefined {
  if (method === "POST") session.browserSessionId ??= randomBytes(16).toString("base64url");
  return session.browserSessionId;
}
