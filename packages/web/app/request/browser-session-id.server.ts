import { randomBytes } from "node:crypto";
import type { PortalSession } from "../session/portal-session.server.ts";
import { browserSessionIdSlice } from "./session-slice.server.ts";

/**
 * Random id of a browser session in its API calls, by which an agent finds them from a reference. The first POST to the
 * API creates it, so a browser that only reads pages has none.
 */
export function browserSessionIdFor(session: PortalSession, { method }: { method: string }): string | undefined {
  const known = session.get(browserSessionIdSlice);
  if (known !== undefined || method !== "POST") return known;
  const id = randomBytes(16).toString("base64url");
  session.set(browserSessionIdSlice, id);
  return id;
}
