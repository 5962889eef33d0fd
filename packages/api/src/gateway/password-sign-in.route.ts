import { secondFactorPath } from "@vestibule/catalogue/second-factor.table.ts";
import { signInPauseCookie } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { isOwnPost } from "@vestibule/contract/own-post.rule.ts";
import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { loginNameOf } from "../flows/sign-in/credentials.rule.ts";
import { authenticate } from "../flows/sign-in/sign-in.ts";
import { enterApplication } from "./enter-application.adapter.ts";
import type { GatewayContext, GatewayEnvironment } from "./gateway-request-context.rule.ts";
import { gatewayResultOf, loginForm, redirectToPortal } from "./gateway-result.rule.ts";
import { newSession, readLiveSession } from "./gateway-session.adapter.ts";
import type { GatewayRouteDeps } from "./gateway-site.rule.ts";
import { formUrl, interactionIn, type PostedLogin, readLoginForm } from "./login-form.rule.ts";
import { newPendingSignIn, setPendingSignInCookie } from "./pending-sign-in.adapter.ts";
import { hashingClientOf, readTrustedDevice, signInClientOf } from "./trusted-device.adapter.ts";

const largestBody = 8 * 1024;

/** Adds the form that signs in with an e-mail and a password, or with a ticket. */
export function addPasswordRoutes(gateway: Hono<GatewayEnvironment>, deps: GatewayRouteDeps): void {
  gateway.post(
    loginForm,
    bodyLimit({
      maxSize: largestBody,
      onError: (context) => redirectToPortal(context, "refused", loginForm),
    }),
    async (context) => {
      if (hasCredentials(new URL(context.req.url))) return methodNotAllowed(context);
      return signIn(deps, context);
    },
  );
  // A browser gets it by a reload or from its history, after the answer to a form.
  gateway.get(loginForm, (context) => {
    if (hasCredentials(new URL(context.req.url))) return methodNotAllowed(context);
    return redirectToPortal(context, "firstVisit", loginForm);
  });
  gateway.all(loginForm, methodNotAllowed);
}

async function signIn(deps: GatewayRouteDeps, context: GatewayContext): Promise<Response> {
  const { req } = context;
  if (!isOwnPost(context.req.raw.headers, context.get("requestContext").portals))
    return redirectToPortal(context, "refused", loginForm);
  const body = await req.text();
  const form = readLoginForm({ mediaType: req.header("content-type"), body });
  const interaction = interactionIn(new URLSearchParams(body));
  if (form.kind !== "credentials") {
    const result = form.kind === "empty" ? "firstVisit" : "malformed";
    return redirectToPortal(context, result, formUrl(loginForm, interaction));
  }
  // The body has arrived, so a slow sender takes no capacity.
  return deps.hashing.run(hashingClientOf(deps, context), () =>
    checkCredentials(deps, context, { ...form, interaction }),
  );
}

async function checkCredentials(
  deps: GatewayRouteDeps,
  context: GatewayContext,
  form: Extract<PostedLogin, { kind: "credentials" }> & { interaction: string | undefined },
): Promise<Response> {
  const { brand, clientIp, origin, locale, portal } = context.get("requestContext");
  const current = await readLiveSession(deps, context);
  // A second click or a reload by the same account continues; another account at this browser signs in. Where an
  // application waits for the person, it may have requested a new proof.
  if (current?.email === loginNameOf(form.username) && form.interaction === undefined)
    return redirectToPortal(context, "alreadyLoggedIn", loginForm);
  const session = newSession(deps, context);
  const { clientLoginAction, interaction } = form;
  const { id: pendingId, pending } = newPendingSignIn(deps, context, {
    interaction,
    clientLoginAction: clientLoginAction?.slice(0, 40),
  });
  const result = await authenticate(deps, {
    ...form,
    brand,
    clientIp,
    origin,
    devices: readTrustedDevice(deps, signInClientOf(context)),
    session,
    pending,
    locale,
  });
  if (result.kind === "secondFactorRequired") {
    setPendingSignInCookie(context, pendingId);
    return context.redirect(portal + secondFactorPath, 302);
  }
  if (result.kind === "ok")
    return enterApplication(deps, context, { sessionId: session.id, signedIn: result, clientLoginAction, interaction });
  if (result.kind === "lockedOut") {
    const pause = { until: result.until, now: deps.clock.now(), origin, keys: deps.keys.cookie };
    context.header("set-cookie", signInPauseCookie(pause), { append: true });
  }
  return redirectToPortal(context, gatewayResultOf(result.kind), formUrl(loginForm, form.interaction));
}

function methodNotAllowed(context: Context): Response {
  context.header("allow", "POST");
  return context.body(null, 405);
}

/** Credentials in a URL end up in histories and logs, so such a request is refused whatever its method. */
function hasCredentials(url: URL): boolean {
  return ["username", "password", "ticket"].some((name) => url.searchParams.has(name));
}
