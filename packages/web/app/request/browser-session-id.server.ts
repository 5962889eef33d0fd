import { randomBytes } from "node:crypto";
import type { PortalSession } from "../portal-session.server.ts";

/**
 * Random id that links a browser's API calls: an agent finds them by it through a reference. Created by the first POST
 * to the API, so a browser that only reads pages has none.
 */
export function browserSessionIdFor(session: PortalSession, { method }: { method: string }): string | undefined {
  if (method === "POST") session.browserSessionId ??= randomBytes(16).toString("base64url");
  return session.browserSessionId;
}
