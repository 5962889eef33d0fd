import { acceptHandover } from "../flows/sign-in/accept-handover.ts";
import type { OidcProviders } from "../oidc/oidc-providers.adapter.ts";
import { enterApplication } from "./enter-application.adapter.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";
import { loginForm, redirectToPortal } from "./gateway-result.rule.ts";
import { newSession, readLiveSession } from "./gateway-session.adapter.ts";
import type { GatewayRouteDeps } from "./gateway-site.rule.ts";
import { readTrustedDevice, signInClientOf } from "./trusted-device.adapter.ts";

type HandoverDeps = Omit<GatewayRouteDeps, "site"> & { oidcProviders: OidcProviders };

/**
 * Opens a session with the sign-in that an application hands over, and leads on as a login does. Refused, it leads to
 * the login page.
 */
export async function openHandover(deps: HandoverDeps, context: GatewayContext): Promise<Response> {
  const requestContext = context.get("requestContext");
  const provider = await deps.oidcProviders.find(requestContext);
  // A HEAD request of a link preview would use the token up.
  if (provider === undefined || context.req.method !== "GET") return context.notFound();
  const current = await readLiveSession(deps, context);
  const session = newSession(deps, context);
  const result = await acceptHandover(deps, {
    ...requestContext,
    issuer: provider.issuer,
    token: context.req.query("token") ?? "",
    devices: readTrustedDevice(deps, signInClientOf(context)),
    session,
    signedInAccountId: current?.accountId,
  });
  if (result.kind !== "ok")
    return redirectToPortal(context, current === undefined ? "firstVisit" : "alreadyLoggedIn", loginForm);
  const clientLoginAction = context.req.query("client_login_action") ?? null;
  return enterApplication(deps, context, {
    sessionId: session.id,
    signedIn: result,
    clientLoginAction,
    interaction: undefined,
  });
}
