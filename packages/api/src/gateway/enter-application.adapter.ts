import { requestedApplicationUrl } from "@vestibule/contract/brand/brand.rule.ts";
import { endSignInPauseCookie } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { readInteractions } from "../oidc/interaction-cookie.adapter.ts";
import { interactionPath } from "../oidc/oidc-path.rule.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";
import { gatewayLocation, loginForm } from "./gateway-result.rule.ts";
import { setSessionCookie } from "./gateway-session.adapter.ts";
import type { GatewayDeps } from "./gateway-site.rule.ts";
import { consumeReturnTo, saveDestination } from "./return-to.adapter.ts";
import { saveTrustedDevice } from "./trusted-device.adapter.ts";

/** Completes a sign-in: sets the session cookie, remembers the browser and redirects to the page or application. */
export function enterApplication(
  deps: GatewayDeps,
  context: GatewayContext,
  entry: {
    sessionId: string;
    signedIn: { accountId: string; device: string };
    clientLoginAction: string | null;
    /** Interaction of the application that asked for this sign-in; one of another browser does not count. */
    interaction: string | undefined;
    /** Page of the portal that is shown first, and leads on from there. */
    pageBefore?: string;
  },
): Response {
  const { sessionId, signedIn, pageBefore } = entry;
  const requestContext = context.get("requestContext");
  setSessionCookie(context, sessionId);
  saveTrustedDevice(deps, context, signedIn);
  context.header("set-cookie", endSignInPauseCookie(requestContext), { append: true });
  const destination = destinationOf(deps, context, entry);
  if (pageBefore === undefined) return context.redirect(destination, 302);
  saveDestination(deps, context, destination);
  return context.redirect(requestContext.portal + pageBefore, 302);
}

function destinationOf(
  deps: GatewayDeps,
  context: GatewayContext,
  { clientLoginAction, interaction }: { clientLoginAction: string | null; interaction: string | undefined },
): string {
  const requestContext = context.get("requestContext");
  const { brand, portal } = requestContext;
  if (interaction !== undefined && readInteractions(context, requestContext).includes(interaction))
    return `${interactionPath}/${interaction}`;
  const wanted = consumeReturnTo(deps, context);
  const applicationUrl = requestedApplicationUrl(brand, clientLoginAction) ?? brand.applicationUrl;
  return applicationUrl ?? wanted ?? portal + gatewayLocation("success", loginForm);
}
