import type { GatewayOutcome } from "@vestibule/catalogue/gateway.table.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { signInPauseCookie } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { NewSession } from "../accounts/sign-in.store.ts";
import { loginNameOf } from "../flows/sign-in/credentials.rule.ts";
import type { SignInResult } from "../flows/sign-in/sign-in.ts";
import { authenticate } from "../flows/sign-in/sign-in.ts";
import { limitStore } from "../limits/limit.store.ts";
import { HashingBusy } from "../passwords/password-hashing.port.ts";
import { busyAnswer } from "./busy-page.message.ts";
import { enterApplication } from "./enter-application.adapter.ts";
import { gatewayLocation, loginForm, outcomeOf } from "./gateway-answer.rule.ts";
import {
  type GatewayRequestContext,
  isOwnLink,
  isOwnPage,
  readGatewayRequestContext,
  senderOf,
} from "./gateway-request-context.rule.ts";
import {
  clearSessionCookie,
  endSession,
  hasSessionCookie,
  newSession,
  readLiveSession,
  setSessionCookie,
} from "./gateway-session.adapter.ts";
import { type GatewayDeps, servesBrand } from "./gateway-site.rule.ts";
import { type LoginForm, readLoginForm } from "./login-form.rule.ts";
import { addPasskeyRoutes } from "./passkey-sign-in.route.ts";
import { isInteraction, readReturnTo } from "./return-to.adapter.ts";
import { signOutPage } from "./sign-out-page.message.ts";
import { passwordCheckClient, readTrustedDevice } from "./trusted-device.adapter.ts";

const logout = "/pkmslogout";
const largestBody = 8 * 1024;

/**
 * The built-in sign-on gateway, with the protocol that the portal also uses with an insurer's own. Responses to posts
 * are 302, which browsers follow with GET, so credentials are never resent. Bodies are never logged.
 */
export function gatewayRoutes(deps: GatewayDeps): Hono {
  const gateway = new Hono();
  const answer = (context: Context, outcome: GatewayOutcome, url?: string) =>
    context.redirect(readGatewayRequestContext(deps, context).portal + gatewayLocation(outcome, url), 302);

  gateway.use(async (context, next) => {
    context.header("cache-control", "no-store");
    // A brand with an outside gateway signs in there only.
    if (!servesBrand(deps.site ?? { kind: "inside" }, readGatewayRequestContext(deps, context).brand))
      return context.notFound();
    return next();
  });

  gateway.post(
    loginForm,
    bodyLimit({ maxSize: largestBody, onError: (context) => answer(context, "refused", loginForm) }),
    async (context) => {
      if (hasCredentials(new URL(context.req.url))) return methodNotAllowed(context);
      return signIn(deps, context);
    },
  );
  gateway.all(loginForm, methodNotAllowed);

  addPasskeyRoutes(gateway, deps);

  gateway.get(logout, (context) => {
    const requestContext = readGatewayRequestContext(deps, context);
    if (!hasSessionCookie(context, requestContext)) return answer(context, "loggedOut");
    const headers = { fetchSite: context.req.header("sec-fetch-site"), referer: context.req.header("referer") };
    if (isOwnLink(requestContext, headers)) return signOut(context, requestContext);
    const { brand, portal } = requestContext;
    const page = signOutPage({ brand, portal, language: preferredLanguage(context.req.raw, brand) });
    return context.body(page.body, 200, page.headers);
  });
  gateway.post(logout, (context) => {
    const requestContext = readGatewayRequestContext(deps, context);
    const posting = { ...requestContext, portals: [requestContext.origin, ...requestContext.portals] };
    return isOwnPage(posting, senderOf(context))
      ? signOut(context, requestContext)
      : answer(context, "refused", logout);
  });

  gateway.onError((fault, context) => {
    if (fault instanceof HashingBusy) return busy(deps, context);
    deps.log.error("gateway.fault", { fault });
    return answer(context, "unavailable", new URL(context.req.url).pathname);
  });
  return gateway;

  async function signOut(context: Context, requestContext: GatewayRequestContext): Promise<Response> {
    await endSession(deps, context, requestContext);
    clearSessionCookie(context, requestContext);
    return answer(context, "loggedOut");
  }

  async function signIn(deps: GatewayDeps, context: Context): Promise<Response> {
    const requestContext = readGatewayRequestContext(deps, context);
    const { req } = context;
    if (!isOwnPage(requestContext, senderOf(context))) return answer(context, "refused", loginForm);
    const form = readLoginForm({ mediaType: req.header("content-type"), body: await req.text() });
    if (form.kind !== "credentials")
      return answer(context, form.kind === "empty" ? "firstVisit" : "malformed", loginForm);
    // Acquired after the body has arrived, so a slow sender takes no capacity.
    return deps.passwordChecks.run(passwordCheckClient(deps, context, requestContext), () =>
      checkCredentials(deps, context, { requestContext, form }),
    );
  }

  async function checkCredentials(deps: GatewayDeps, context: Context, attempt: Attempt): Promise<Response> {
    const { requestContext, form } = attempt;
    const current = await readLiveSession(deps, context, requestContext);
    // A second click or a reload by the same account; another account at this browser signs in. An application that waits
    // for the person may have asked for a new proof.
    if (current?.email === loginNameOf(form.username) && !isInteraction(readReturnTo(deps, context, requestContext)))
      return answer(context, "alreadyLoggedIn", loginForm);
    const session = newSession(deps, context, requestContext);
    const result = await evaluate(deps, context, { ...attempt, session });
    if (result.kind === "ok") {
      setSessionCookie(context, requestContext, session.id);
      const { clientLoginAction } = form;
      return enterApplication(deps, context, { requestContext, signedIn: result, clientLoginAction });
    }
    if (result.kind === "lockedForTime") setSignInPause(deps, context, { requestContext, until: result.until });
    return answer(context, outcomeOf(result.kind), loginForm);
  }
}

interface Attempt {
  requestContext: GatewayRequestContext;
  form: Extract<LoginForm, { kind: "credentials" }>;
}

function evaluate(
  deps: GatewayDeps,
  context: Context,
  { requestContext, form, session }: Attempt & { session: NewSession },
): Promise<SignInResult> {
  return authenticate(
    { ...deps, limits: limitStore(deps) },
    {
      brandId: requestContext.brand.id,
      username: form.username,
      secret: form.secret,
      clientIp: requestContext.clientIp,
      origin: requestContext.origin,
      devices: readTrustedDevice(deps, context, requestContext),
      session,
      locale: requestContext.locale,
    },
  );
}

function setSignInPause(
  deps: GatewayDeps,
  context: Context,
  { requestContext, until }: { requestContext: GatewayRequestContext; until: Date },
) {
  const pause = { until, now: deps.clock.now(), origin: requestContext.origin, keys: deps.keys.cookie };
  context.header("set-cookie", signInPauseCookie(pause), { append: true });
}

function busy(deps: GatewayDeps, context: Context): Response {
  const { brand } = readGatewayRequestContext(deps, context);
  const { body, status, headers } = busyAnswer(brand, preferredLanguage(context.req.raw, brand));
  return context.body(body, status, headers);
}

function methodNotAllowed(context: Context): Response {
  context.header("allow", "POST");
  return context.body(null, 405);
}

/** Credentials in a URL end up in histories and logs, so such a request is refused whatever its method. */
function hasCredentials(url: URL): boolean {
  return ["username", "password", "ticket"].some((name) => url.searchParams.has(name));
}
