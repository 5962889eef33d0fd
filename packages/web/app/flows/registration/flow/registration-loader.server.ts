import { flow, type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import type { PageAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { sessionLimit } from "../../../form/expiry.server.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts, type Section } from "../../../i18n/registration-texts.server.ts";
import { isPrefetch } from "../../../request/is-navigation-away.rule.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { registersByPolicyNumber } from "../../../roadblock/registration-start.rule.ts";
import { toIdentification } from "../policy-number/page-guard.server.ts";
import {
  endSession,
  handleRegistrationFailure,
  registrationOutcome,
  startPath,
  toSessionPage,
} from "./error-routing.server.ts";
import { type FlowInfo, pageFrame } from "./flow-info.ts";
import { callRegistration, catchUp, type RegistrationCallContext, tokenClaims } from "./registration-call.server.ts";
import { resolveRequestedPage, verifiesUsername } from "./requested-page.rule.ts";
import { setProvinceFromPolicy } from "./set-province.server.ts";

/** A page of the current session, ready to be rendered. */
interface LivePage extends RegistrationCallContext {
  page: PageAnswer;
}

interface RegistrationScreen<Data> {
  /** Pages of the flow that this URL renders. */
  pages: readonly [Page, ...Page[]];
  /** Another page of the session that this URL renders too. */
  alsoDraws?(page: PageAnswer): boolean;
  sections: readonly Section[];
  /** Redirect target while another page is current; absent: that page. */
  elsewhere?: string;
  /** The screen's own data, besides the frame's; a Response to redirect instead. */
  draw(live: LivePage): Promise<Data | Response> | Data | Response;
}

type OpenedAddress = Pick<RegistrationScreen<object>, "pages" | "elsewhere">;

/** A session ends when idle or at its absolute limit: the page shows the earlier one. */
function registrationFlowInfo(requestContext: PortalRequestContext, page: PageAnswer, drawn: Page): FlowInfo {
  const latest = new Date(page.endsAt);
  const { exp } = tokenClaims(requestContext) ?? {};
  const idle = exp === undefined ? latest : new Date(exp * 1000);
  const { registration } = requestContext.session;
  const flash = registration?.flash;
  delete registration?.flash;
  const frame = pageFrame(flow[drawn]);
  return {
    flow: "registration",
    ...frame,
    province: requestContext.province,
    // The code for a username has its own button that steps back.
    ...(verifiesUsername(page) && { exits: "cancel" }),
    ...(frame.stage && { ends: sessionLimit(requestContext, { idle, latest }) }),
    ...(flash !== undefined && { flash }),
  };
}

/** Loads a page of smart registration: the current page of the API's session decides what a URL shows. */
export function registrationLoader<Data extends object>(screen: RegistrationScreen<Data>) {
  return async ({ request, url, context }: LoaderFunctionArgs) => {
    const requestContext = context.get(requestContextKey);
    const call = { requestContext, url };
    await haveSession(call, screen);
    const page = await readLivePage(call);
    const own = screen.pages.find((one) => one === page.page);
    if (own === undefined && !screen.alsoDraws?.(page))
      throw await answerOtherUrl(call, screen, { page, isAhead: isPrefetch(request) });
    const moved = setProvinceFromPolicy(requestContext, page);
    if (moved) throw redirect(url.pathname, 303);

    const drawn = await screen.draw({ ...call, page });
    if (drawn instanceof Response) throw drawn;
    return {
      ...drawn,
      journey: registrationFlowInfo(requestContext, page, own ?? screen.pages[0]),
      texts: textsFor(requestContext, registrationTexts(screen.sections)),
    };
  };
}

/** The entry pages start a registration; any other URL without a session redirects there. */
async function haveSession(call: RegistrationCallContext, opened: OpenedAddress): Promise<void> {
  const { requestContext, url } = call;
  if (requestContext.session.registration !== undefined) return;
  if (opened.pages.includes("EMAIL_IDENTIFICATION") && registersByPolicyNumber(requestContext))
    throw toIdentification(url);
  if (!opened.pages.includes("ACCOUNT_TYPE")) throw redirect(opened.elsewhere ?? startPath, 303);
  const started = await callRegistration(call, "start");
  if (started.kind !== "ok") throw handleRegistrationFailure(requestContext, started);
}

const mostRetries = 3;

/** The current page from the API. If the token was replaced, catches up with it or waits for it. */
async function readLivePage(call: RegistrationCallContext): Promise<PageAnswer> {
  const { requestContext, url } = call;
  for (;;) {
    const reply = await callRegistration(call, "page");
    if (reply.kind === "ok") return reply.data;
    if (registrationOutcome(requestContext, reply).kind !== "replaced")
      throw handleRegistrationFailure(requestContext, reply);
    if (catchUp(requestContext)) continue;
    throw await retryWithNewerCookie(requestContext, url);
  }
}

/** Another request of this browser is in progress: its response brings the newer cookie. */
async function retryWithNewerCookie(requestContext: PortalRequestContext, url: URL): Promise<Response> {
  const asked = Number(url.searchParams.get("again") ?? 0);
  if (asked >= mostRetries) return endSession(requestContext);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return redirect(`${url.pathname}?again=${asked + 1}`, 303);
}

/** A URL that is not the current page: an earlier page steps back, any other redirects to the current page. */
async function answerOtherUrl(
  call: RegistrationCallContext,
  opened: OpenedAddress,
  { page, isAhead }: { page: PageAnswer; isAhead: boolean },
) {
  const { requestContext } = call;
  if (opened.elsewhere !== undefined) return redirect(opened.elsewhere, 303);
  let live: { page: Page; back: string | null } = page;
  for (let steps = 0; steps < pages.length; steps += 1) {
    if (isAhead || resolveRequestedPage(opened.pages, live) !== "stepBack") break;
    const reply = await callRegistration(call, "back");
    if (reply.kind !== "ok") return handleRegistrationFailure(requestContext, reply);
    live = { page: tokenClaims(requestContext)?.page ?? "ACCOUNT_TYPE", back: null };
  }
  return toSessionPage(requestContext);
}
