import { requestedApplicationUrl } from "@vestibule/contract/brand/brand.rule.ts";
import { endSignInPauseCookie } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import type { Context } from "hono";
import { gatewayLocation, loginForm } from "./gateway-answer.rule.ts";
import type { GatewayRequestContext } from "./gateway-request-context.rule.ts";
import { setSessionCookie } from "./gateway-session.adapter.ts";
import type { GatewayDeps } from "./gateway-site.rule.ts";
import { consumeReturnTo, isInteraction } from "./return-to.adapter.ts";
import { saveTrustedDevice } from "./trusted-device.adapter.ts";

/** Completes a sign-in: sets the session cookie, remembers the browser and redirects to the page or application. */
export function enterApplication(
  deps: GatewayDeps,
  context: Context,
  entry: {
    requestContext: GatewayRequestContext;
    sessionId: string;
    signedIn: { accountId: string; device: string };
    clientLoginAction: string | null;
  },
): Response {
  const { requestContext, sessionId, signedIn, clientLoginAction } = entry;
  setSessionCookie(context, requestContext, sessionId);
  saveTrustedDevice(deps, context, requestContext, signedIn);
  context.header("set-cookie", endSignInPauseCookie(requestContext), { append: true });
  const wanted = consumeReturnTo(deps, context, requestContext);
  if (isInteraction(wanted)) return context.redirect(wanted, 302);
  const requestedUrl = requestedApplicationUrl(requestContext.brand, clientLoginAction);
  return context.redirect(
    requestedUrl ??
      requestContext.brand.applicationUrl ??
      wanted ??
      requestContext.portal + gatewayLocation("success", loginForm),
    302,
  );
}
