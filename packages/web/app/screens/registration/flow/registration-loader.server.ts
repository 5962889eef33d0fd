import { type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import type { PageAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { takesLegacyRoad } from "../../../visit/registration-start.rule.ts";
import { type PortalRequestContext, type RegistrationMemory, visitContext } from "../../../visit/request-context.ts";
import { sessionLimit } from "../../../visit/time-limit.server.ts";
import { toIdentification } from "../../legacy-registration/flow/legacy-guard.server.ts";
import type { FlowInfo } from "./flow-info.ts";
import { isPrefetch } from "./is-prefetch.rule.ts";
import { endingOf, leaveFor, startPath, toSessionPage } from "./landing.server.ts";
import { callRegistration, catchUp, type RegistrationCallResult, tokenClaims } from "./registration-call.server.ts";
import { registrationTexts, type Section } from "./registration-texts.server.ts";
import { resolveRequestedPage } from "./requested-page.rule.ts";
import { setProvinceFromPolicy } from "./set-province.server.ts";

/** A page of the live session, ready to be drawn. */
export interface LivePage extends RegistrationCallResult {
  page: PageAnswer;
}

export interface RegistrationScreen<Data> {
  /** Pages of the flow that this address draws. */
  pages: readonly Page[];
  /** Another page of the session that this address draws too, as it stands. */
  alsoDraws?(page: PageAnswer): boolean;
  sections: readonly Section[];
  /** Where the address leads while another page is the session's; absent: to that page. */
  elsewhere?: string;
  /** What the screen draws beside the frame of the journey; a Response where the page is left. */
  draw(live: LivePage): Promise<Data | Response> | Data | Response;
}

type OpenedAddress = Pick<RegistrationScreen<object>, "pages" | "elsewhere">;

/** A session ends after a while without a step, and in any case at its own end: the page says the nearer. */
function journeyFacts(requestContext: PortalRequestContext, page: PageAnswer): FlowInfo {
  const latest = new Date(page.endsAt);
  const { exp } = tokenClaims(requestContext) ?? {};
  const idle = exp === undefined ? latest : new Date(exp * 1000);
  const said = takeSaid(requestContext);
  return {
    ...sessionLimit(requestContext, { idle, latest }),
    province: requestContext.province,
    ...(said === undefined ? {} : { said }),
  };
}

/** What the step before left to be said: once. */
function takeSaid({ session }: PortalRequestContext): RegistrationMemory["said"] {
  const said = session.registration?.said;
  delete session.registration?.said;
  return said;
}

/** The one guard of registration: the page of the live session decides what an address shows. */
export function registrationLoader<Data extends object>(screen: RegistrationScreen<Data>) {
  return async ({ request, url, context }: LoaderFunctionArgs) => {
    const requestContext = context.get(visitContext);
    const talk = { requestContext, url };
    await haveSession(talk, screen);
    const page = await readLivePage(talk);
    if (!screen.pages.includes(page.page) && !screen.alsoDraws?.(page))
      throw await answerOtherAddress(talk, screen, { page, isAhead: isPrefetch(request) });
    const moved = setProvinceFromPolicy(requestContext, page);
    if (moved) throw redirect(url.pathname, 303);

    const drawn = await screen.draw({ ...talk, page });
    if (drawn instanceof Response) throw drawn;
    return {
      ...drawn,
      journey: journeyFacts(requestContext, page),
      texts: registrationTexts(requestContext, screen.sections),
    };
  };
}

/** Registration begins by itself where it is entered; any other address without a session leads there. */
async function haveSession(talk: RegistrationCallResult, opened: OpenedAddress): Promise<void> {
  const { requestContext, url } = talk;
  if (requestContext.session.registration !== undefined) return;
  if (opened.pages.includes("EMAIL_IDENTIFICATION") && takesLegacyRoad(requestContext)) throw toIdentification(url);
  if (!opened.pages.includes("ACCOUNT_TYPE")) throw redirect(opened.elsewhere ?? startPath, 303);
  const started = await callRegistration(talk, "start");
  if (started.kind !== "ok") throw leaveOr(requestContext, started);
}

const longestChase = 3;

/** The live session's page. A token that was replaced meanwhile is caught up with, or waited for. */
async function readLivePage(talk: RegistrationCallResult): Promise<PageAnswer> {
  const { requestContext, url } = talk;
  for (;;) {
    const reply = await callRegistration(talk, "page");
    if (reply.kind === "ok") return reply.data;
    const ending = endingOf(requestContext, reply);
    if (ending.kind !== "replaced") throw leaveOr(requestContext, reply);
    if (catchUp(requestContext)) continue;
    throw await resendResetMessage(requestContext, url);
  }
}

/** Another request of this browser is under way: its answer brings the newer cookie. */
async function resendResetMessage(requestContext: PortalRequestContext, url: URL): Promise<Response> {
  const asked = Number(url.searchParams.get("again") ?? 0);
  if (asked >= longestChase) return leaveFor(requestContext, { kind: "sessionEnded" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  return redirect(`${url.pathname}?again=${asked + 1}`, 303);
}

/** An address that is not the session's page: an earlier one steps back, any other leads to the session's page. */
async function answerOtherAddress(
  talk: RegistrationCallResult,
  opened: OpenedAddress,
  { page, isAhead }: { page: PageAnswer; isAhead: boolean },
) {
  const { requestContext } = talk;
  if (opened.elsewhere !== undefined) return redirect(opened.elsewhere, 303);
  let live: { page: Page; back: string | null } = page;
  for (let steps = 0; steps < pages.length; steps += 1) {
    if (isAhead || resolveRequestedPage(opened.pages, live) !== "stepBack") break;
    const reply = await callRegistration(talk, "back");
    if (reply.kind !== "ok") return leaveOr(requestContext, reply);
    live = { page: tokenClaims(requestContext)?.page ?? "ACCOUNT_TYPE", back: null };
  }
  return toSessionPage(requestContext);
}

/** A page that cannot even be opened has nothing to stay on. */
function leaveOr(requestContext: PortalRequestContext, reply: Parameters<typeof endingOf>[1]): Response {
  const ending = endingOf(requestContext, reply);
  return leaveFor(requestContext, ending.kind === "stays" ? { kind: "roadblock", id: "technical" } : ending);
}
