import { redirect } from "react-router";
import type { PortalSession } from "./portal-session.server.ts";
import type { Slice } from "./session-slice.server.ts";

/** Longer than any token that the API issues. */
const maxTokenLength = 100;

/**
 * Moves the token of a link from the URL of its page to the encrypted session, so that no later request and no log has
 * it. Throws the redirect to the page without the token.
 */
export function moveLinkToken(
  session: PortalSession,
  url: URL,
  { parameter, slice, path }: { parameter: string; slice: Slice<{ token: string }>; path: string },
): void {
  const token = url.searchParams.get(parameter);
  if (token === null) return;
  session.set(slice, { token: token.slice(0, maxTokenLength) });
  throw redirect(path, 303);
}
