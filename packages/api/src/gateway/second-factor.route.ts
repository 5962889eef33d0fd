import type { Hono } from "hono";
import { completeSignIn } from "../flows/sign-in/complete-sign-in.ts";
import { enterApplication } from "./enter-application.adapter.ts";
import type { GatewayEnvironment } from "./gateway-request-context.rule.ts";
import { findErrorHandling, loginForm, redirectToPortal, secondFactorPath } from "./gateway-result.rule.ts";
import { newSession } from "./gateway-session.adapter.ts";
import type { GatewayRouteDeps } from "./gateway-site.rule.ts";
import { formUrl } from "./login-form.rule.ts";
import { readPendingSignIn, setPendingSignInCookie } from "./pending-sign-in.adapter.ts";
import { readTrustedDevice, signInClientOf } from "./trusted-device.adapter.ts";

/** Adds the path that the portal's page leads to after the second proof: it opens the session. */
export function addSecondFactorRoutes(gateway: Hono<GatewayEnvironment>, deps: GatewayRouteDeps): void {
  gateway.get("/pkmslogin.proven", async (context) => {
    const { brand, portal, origin, locale } = context.get("requestContext");
    const pendingIdHashes = readPendingSignIn(deps, context);
    const session = newSession(deps, context);
    const devices = readTrustedDevice(deps, signInClientOf(context));
    const completed =
      pendingIdHashes && (await completeSignIn(deps, { brand, origin, pendingIdHashes, devices, session, locale }));
    // The page says what the sign-in waits for, or how it ended.
    if (completed === undefined) return context.redirect(portal + secondFactorPath, 302);
    const { result, pending } = completed;
    const interaction = pending.interaction ?? undefined;
    setPendingSignInCookie(context, undefined);
    if (result.kind !== "ok")
      return redirectToPortal(context, findErrorHandling(result.kind), formUrl(loginForm, interaction));
    const { clientLoginAction } = pending;
    return enterApplication(deps, context, { sessionId: session.id, signedIn: result, clientLoginAction, interaction });
  });
}
