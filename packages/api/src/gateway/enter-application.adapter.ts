import { requestedApplicationUrl } from "@vestibule/contract/brand/brand.rule.ts";
import { endSignInPauseCookie } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { gatewayLocation, loginForm } from "./gateway-answer.rule.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";
import { setSessionCookie } from "./gateway-session.adapter.ts";
import type { GatewayDeps } from "./gateway-site.rule.ts";
import { consumeReturnTo, isInteraction } from "./return-to.adapter.ts";
import { saveTrustedDevice } from "./trusted-device.adapter.ts";

/** Completes a sign-in: sets the session cookie, remembers the browser and redirects to the page or application. */
export function enterApplication(
  deps: GatewayDeps,
  context: GatewayContext,
  entry: { sessionId: string; signedIn: { accountId: string; device: string }; clientLoginAction: string | null },
): Response {
  const { sessionId, signedIn, clientLoginAction } = entry;
  const requestContext = context.get("requestContext");
  const { brand, portal } = requestContext;
  setSessionCookie(context, sessionId);
  saveTrustedDevice(deps, context, signedIn);
  context.header("set-cookie", endSignInPauseCookie(requestContext), { append: true });
  const wanted = consumeReturnTo(deps, context);
  if (isInteraction(wanted)) return context.redirect(wanted, 302);
  const applicationUrl = requestedApplicationUrl(brand, clientLoginAction) ?? brand.applicationUrl;
  return context.redirect(applicationUrl ?? wanted ?? portal + gatewayLocation("success", loginForm), 302);
}
