import type { GatewayOutcome } from "@vestibule/catalogue/gateway.table.ts";
import { askedApplication } from "@vestibule/contract/brand/asked-application.rule.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { endSignInPauseCookie, signInPauseCookie } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { limitStore } from "../capabilities/limits/limit.store.ts";
import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";
import { nameOf } from "../journeys/sign-in/credentials.rule.ts";
import { authenticate } from "../journeys/sign-in/sign-in.journey.ts";
import type { SignInResult } from "../journeys/sign-in/sign-in-decision.rule.ts";
import type { ApiParts } from "../parts.ts";
import { busyAnswer } from "./busy-page.message.ts";
import { gatewayLocation, loginForm, outcomeOf } from "./gateway-answer.rule.ts";
import { carriesSession, endSession, forgetSession, liveSession, openSession } from "./gateway-session.adapter.ts";
import { type GatewaySite, servesBrand } from "./gateway-site.rule.ts";
import { type GatewayVisit, isOwnLink, isOwnPage, readVisit } from "./gateway-visit.rule.ts";
import { knownBrowser, passwordCheckClient, rememberBrowser } from "./known-browser.adapter.ts";
import { type LoginForm, readLoginForm } from "./login-form.rule.ts";
import { takeAddress } from "./remembered-address.adapter.ts";
import { signOutPage } from "./sign-out-page.message.ts";

export type GatewayParts = Omit<ApiParts, "directory" | "serviceCredentials"> & {
  /** Inside unless said. */
  site?: GatewaySite;
};

const logout = "/pkmslogout";
const largestBody = 8 * 1024;

/**
 * The built-in sign-on gateway: the wire that the portal also speaks with an insurer's own. Every answer to a post
 * is 302, which browsers follow with a GET: credentials are never sent on. Bodies are never logged.
 */
export function gatewayRoutes(parts: GatewayParts): Hono {
  const gateway = new Hono();
  const answer = (context: Context, outcome: GatewayOutcome, url?: string) =>
    context.redirect(readVisit(parts, context).portal + gatewayLocation(outcome, url), 302);

  gateway.use(async (context, next) => {
    context.header("cache-control", "no-store");
    // A brand with an outside gateway has no other way in.
    if (!servesBrand(parts.site ?? { kind: "inside" }, readVisit(parts, context).brand)) return context.notFound();
    return next();
  });

  gateway.post(
    loginForm,
    bodyLimit({ maxSize: largestBody, onError: (context) => answer(context, "refused", loginForm) }),
    async (context) => {
      if (carriesCredentials(new URL(context.req.url))) return methodNotAllowed(context);
      return signIn(parts, context);
    },
  );
  gateway.all(loginForm, methodNotAllowed);

  gateway.get(logout, (context) => {
    const visit = readVisit(parts, context);
    if (!carriesSession(context, visit)) return answer(context, "loggedOut");
    const headers = { fetchSite: context.req.header("sec-fetch-site"), referer: context.req.header("referer") };
    if (isOwnLink(visit, headers)) return signOut(context, visit);
    const { brand, portal } = visit;
    const page = signOutPage({ brand, portal, language: preferredLanguage(context.req.raw, brand) });
    return context.body(page.body, 200, page.headers);
  });
  gateway.post(logout, (context) => {
    const visit = readVisit(parts, context);
    const posting = { ...visit, portals: [visit.origin, ...visit.portals] };
    return isOwnPage(posting, sentBy(context)) ? signOut(context, visit) : answer(context, "refused", logout);
  });

  gateway.onError((fault, context) => {
    if (fault instanceof HashingBusy) return busy(parts, context);
    parts.log.error("gateway.fault", { fault });
    return answer(context, "unavailable", new URL(context.req.url).pathname);
  });
  return gateway;

  async function signOut(context: Context, visit: GatewayVisit): Promise<Response> {
    await endSession(parts, context, visit);
    forgetSession(context, visit);
    return answer(context, "loggedOut");
  }

  async function signIn(parts: GatewayParts, context: Context): Promise<Response> {
    const visit = readVisit(parts, context);
    const { req } = context;
    if (!isOwnPage(visit, sentBy(context))) return answer(context, "refused", loginForm);
    const form = readLoginForm({ mediaType: req.header("content-type"), body: await req.text() });
    if (form.kind !== "credentials")
      return answer(context, form.kind === "empty" ? "firstVisit" : "malformed", loginForm);
    // The body has arrived: a slow sender holds no place.
    return parts.passwordChecks.run(passwordCheckClient(parts, context, visit), () =>
      checkCredentials(parts, context, { visit, form }),
    );
  }

  async function checkCredentials(parts: GatewayParts, context: Context, attempt: Attempt): Promise<Response> {
    const { visit, form } = attempt;
    const session = await liveSession(parts, context, visit);
    // A second click or a reload of the same person; somebody else at this browser signs in as themselves.
    if (session?.email === nameOf(form.username)) return answer(context, "alreadyLoggedIn", loginForm);
    const result = await evaluate(parts, context, attempt);
    if (result.kind === "ok") return enter(parts, context, { visit, result, form });
    if (result.kind === "lockedForTime") tellPause(parts, context, { visit, until: result.until });
    return answer(context, outcomeOf(result.kind), loginForm);
  }
}

interface Attempt {
  visit: GatewayVisit;
  form: Extract<LoginForm, { kind: "credentials" }>;
}

function sentBy({ req }: Context) {
  return { origin: req.header("origin"), fetchSite: req.header("sec-fetch-site") };
}

function evaluate(parts: GatewayParts, context: Context, { visit, form }: Attempt): Promise<SignInResult> {
  return authenticate(
    { ...parts, limits: limitStore(parts) },
    {
      brandId: visit.brand.id,
      username: form.username,
      secret: form.secret,
      address: visit.address,
      origin: visit.origin,
      devices: knownBrowser(parts, context, visit),
      place: visit.place,
    },
  );
}

async function enter(
  parts: GatewayParts,
  context: Context,
  entry: {
    visit: GatewayVisit;
    result: Extract<SignInResult, { kind: "ok" }>;
    form: { clientLoginAction: string | null };
  },
): Promise<Response> {
  const { visit, result, form } = entry;
  await endSession(parts, context, visit);
  await openSession(parts, context, { visit, ...result });
  rememberBrowser(parts, context, visit, result.accountId);
  context.header("set-cookie", endSignInPauseCookie(visit), { append: true });
  const wanted = takeAddress(parts, context, visit);
  const asked = askedApplication(visit.brand, form.clientLoginAction);
  return context.redirect(
    asked ?? visit.brand.applicationUrl ?? wanted ?? visit.portal + gatewayLocation("success", loginForm),
    302,
  );
}

function tellPause(parts: GatewayParts, context: Context, { visit, until }: { visit: GatewayVisit; until: Date }) {
  const pause = { until, now: parts.clock.now(), origin: visit.origin, keys: parts.keys.cookie };
  context.header("set-cookie", signInPauseCookie(pause), { append: true });
}

function busy(parts: GatewayParts, context: Context): Response {
  const { brand } = readVisit(parts, context);
  const { body, status, headers } = busyAnswer(brand, preferredLanguage(context.req.raw, brand));
  return context.body(body, status, headers);
}

function methodNotAllowed(context: Context): Response {
  context.header("allow", "POST");
  return context.body(null, 405);
}

/** Credentials in an address end up in histories and logs: such a request is no sign-in, whatever its method. */
function carriesCredentials(url: URL): boolean {
  return ["username", "password", "ticket"].some((name) => url.searchParams.has(name));
}
