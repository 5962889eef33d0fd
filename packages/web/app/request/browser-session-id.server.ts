import { randomBytes } from "node:crypto";
import type { SessionOf } from "../session/session-slice.server.ts";
import type { requestSlices } from "./session-slice.server.ts";

/**
 * Random id of a browser session in its API calls, by which an agent finds them from a reference. The first POST to the
 * API creates it, so a browser that only reads pages has none.
 */
export function browserSessionIdFor(
  session: SessionOf<typeof requestSlices>,
  { method }: { method: string },
): string | undefined {
  if (method === "POST") session.browserSessionId ??= randomBytes(16).toString("base64url");
  return session.browserSessionId;
}
