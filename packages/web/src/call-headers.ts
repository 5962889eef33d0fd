import { puzzleSolutionHeader } from "@vestibule/contract/v1/puzzle.schema.ts";
import { brandVersionHeader, browserSessionHeader, emailSourceHeader } from "@vestibule/contract/v1/support.schema.ts";
import { browserSessionIdFor } from "../app/request/browser-session-id.server.ts";
import type { PortalRequestContext } from "../app/request/request-context.ts";
import { brandVersionSlice } from "../app/request/session-slice.server.ts";
import { singleSignOnSlice } from "../app/shared-slices/login-slices.server.ts";

/**
 * Adds client IP, origin, browser and browser session of the request on whose behalf the API is called, and during an
 * experiment the version of the brand that its journey is shown.
 */
export function addCallHeaders(
  call: Request,
  {
    requestContext,
    clientIp,
    userAgent,
    hasExperiment,
  }: { requestContext: PortalRequestContext; clientIp: string; userAgent: string | null; hasExperiment: boolean },
): Request {
  const { session, origin } = requestContext;
  call.headers.set("x-vestibule-client-ip", clientIp);
  call.headers.set("x-vestibule-origin", origin);
  const { puzzleSolution } = requestContext;
  if (puzzleSolution !== undefined) call.headers.set(puzzleSolutionHeader, puzzleSolution);
  if (userAgent !== null) call.headers.set("user-agent", userAgent);
  const browserSessionId = browserSessionIdFor(session, call);
  if (browserSessionId !== undefined) call.headers.set(browserSessionHeader, browserSessionId);
  const { emailSource } = session.get(singleSignOnSlice) ?? {};
  if (emailSource !== undefined) call.headers.set(emailSourceHeader, emailSource);
  const brandVersion = hasExperiment ? session.get(brandVersionSlice) : undefined;
  if (brandVersion !== undefined) call.headers.set(brandVersionHeader, String(brandVersion));
  return call;
}
