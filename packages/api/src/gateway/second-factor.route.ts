import { secondFactorPath } from "@vestibule/catalogue/second-factor.table.ts";
import type { Hono } from "hono";
import { completeSignIn } from "../flows/sign-in/complete-sign-in.ts";
import { offersPasskey } from "../flows/sign-in/passkey-offer.ts";
import { enterApplication } from "./enter-application.adapter.ts";
import type { GatewayEnvironment } from "./gateway-request-context.rule.ts";
import {
  gatewayLocation,
  gatewayResultOf,
  loginForm,
  passkeyOfferPath,
  redirectToPortal,
} from "./gateway-result.rule.ts";
import { newSession } from "./gateway-session.adapter.ts";
import type { GatewayRouteDeps } from "./gateway-site.rule.ts";
import { formUrl } from "./login-form.rule.ts";
import { readPendingSignIn, setPendingSignInCookie } from "./pending-sign-in.adapter.ts";
import { consumeDestination } from "./return-to.adapter.ts";
import { readTrustedDevice, signInClientOf } from "./trusted-device.adapter.ts";

/** Query of the path that opens the session: the browser can create a passkey. */
const passkeysQuery = "passkeys";

/**
 * Adds the path that the portal's page leads to after the second proof, which opens the session, and the path that leads
 * on from the offer of a passkey.
 */
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
      return redirectToPortal(context, gatewayResultOf(result.kind), formUrl(loginForm, interaction));
    const isOffering =
      context.req.query(passkeysQuery) === "yes" &&
      (await offersPasskey(deps, { brand, origin, idHash: session.idHash }));
    const { clientLoginAction } = pending;
    const entry = { sessionId: session.id, signedIn: result, clientLoginAction, interaction };
    return enterApplication(deps, context, { ...entry, ...(isOffering && { pageBefore: passkeyOfferPath }) });
  });

  gateway.get("/pkmslogin.continue", (context) => {
    const { portal } = context.get("requestContext");
    const success = portal + gatewayLocation("success", loginForm);
    return context.redirect(consumeDestination(deps, context) ?? success, 302);
  });
}
