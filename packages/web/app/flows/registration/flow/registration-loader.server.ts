import { flow, type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { PageResponse } from "@vestibule/contract/v2/registration.schema.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { sessionLimit } from "../../../form/expiry.server.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts, type Section } from "../../../i18n/registration-texts.server.ts";
import { safeQuery } from "../../../request/entry-query.rule.ts";
import { isPrefetch } from "../../../request/is-navigation-away.rule.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { registersByPolicyNumber } from "../../../roadblock/registration-start.rule.ts";
import { consume } from "../../../session/session-slice.server.ts";
import { registrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { policyNumberFlowInfo } from "../policy-number/flow-info.server.ts";
import {
  chooseErrorHandling,
  endRegistration,
  handleRegistrationFailure,
  redirectByHandling,
  redirectToCurrentPage,
  startPath,
} from "./error-routing.server.ts";
import { type FlowInfo, pageFrame } from "./flow-info.ts";
import { callRegistration, type RegistrationCallContext, tokenClaims } from "./registration-call.server.ts";
import { resolveRequestedPage, verifiesUsername } from "./requested-page.rule.ts";
import { setProvinceFromPolicy } from "./set-province.server.ts";

/** The current page of a registration, as the API describes it. */
interface CurrentPage extends RegistrationCallContext {
  page: PageResponse;
}

interface RegistrationScreen<Data> {
  /** Pages of the flow that this URL renders. */
  pages: readonly [Page, ...Page[]];
  /** Whether the URL also renders another current page. */
  alsoDraws?(page: PageResponse): boolean;
  sections: readonly Section[];
  /**
   * Data of a registration by policy number that ends on this page. It has no session of smart registration, so the
   * portal's session has its data. Undefined without one.
   */
  ofPolicyNumber?(requestContext: PortalRequestContext): Data | undefined;
  /** Where the URL redirects while another page is current; absent: to that page. */
  elsewhere?: string;
  /** The screen's own data, or a redirect. */
  draw(live: CurrentPage): Promise<Data | Response> | Data | Response;
}

type RequestedScreen = Pick<RegistrationScreen<object>, "pages" | "elsewhere">;

/** Data of the page frame, with the idle and the absolute expiry of the session. Consumes the flash message. */
function registrationFlowInfo(requestContext: PortalRequestContext, page: PageResponse, renderedPage: Page): FlowInfo {
  const latest = new Date(page.endsAt);
  const { exp } = tokenClaims(requestContext) ?? {};
  const idle = exp === undefined ? latest : new Date(exp * 1000);
  const registration = requestContext.session.get(registrationSlice);
  const frame = pageFrame(flow[renderedPage]);
  return {
    id: "registration",
    ...frame,
    province: requestContext.province,
    // The code for a username has its own button that steps back.
    ...(verifiesUsername(page) && { exits: "cancel" }),
    ends: frame.stage && sessionLimit(requestContext, { idle, latest }),
    flash: registration && consume(registration, "flash"),
  };
}

/**
 * Creates the loader of a page of smart registration. The current page of the API's session decides what a URL shows.
 */
export function registrationLoader<Data extends object>(screen: RegistrationScreen<Data>) {
  return async ({ request, url, context }: LoaderFunctionArgs) => {
    const requestContext = context.get(requestContextKey);
    const texts = textsFor(requestContext, registrationTexts(screen.sections));
    const ended = screen.ofPolicyNumber?.(requestContext);
    // The confirmation has the same frame as the welcome-back page.
    if (ended !== undefined) return { ...ended, flow: policyNumberFlowInfo(requestContext, "WELCOME_BACK"), texts };
    const call = { requestContext, url };
    await ensureSession(call, screen);
    const page = await readCurrentPage(call);
    const screenPage = screen.pages.find((one) => one === page.page);
    if (screenPage === undefined && !screen.alsoDraws?.(page))
      throw await redirectFromOtherPage(call, screen, { page, isPrefetched: isPrefetch(request) });
    const moved = setProvinceFromPolicy(requestContext, page);
    if (moved) throw redirect(`${url.pathname}${queryWithoutProvince(url)}`, 303);

    const drawn = await screen.draw({ ...call, page });
    if (drawn instanceof Response) throw drawn;
    return { ...drawn, flow: registrationFlowInfo(requestContext, page, screenPage ?? screen.pages[0]), texts };
  };
}

/** Starts a registration on its first page if the session has none; any other URL redirects to the start. */
async function ensureSession(call: RegistrationCallContext, opened: RequestedScreen): Promise<void> {
  const { requestContext, url } = call;
  if (requestContext.session.has(registrationSlice)) return;
  if (opened.pages.includes("EMAIL_IDENTIFICATION") && registersByPolicyNumber(requestContext))
    throw redirect(`${policyNumberFlow.IDENTIFICATION.path}${safeQuery(url)}`, 303);
  if (!opened.pages.includes("ACCOUNT_TYPE")) throw redirect(`${opened.elsewhere ?? startPath}${safeQuery(url)}`, 303);
  const started = await callRegistration(call, "start");
  if (started.kind !== "ok") throw handleRegistrationFailure(requestContext, started);
}

const maxRetries = 3;

/** Reads the current page from the API. A replaced token waits for a newer cookie. */
async function readCurrentPage(call: RegistrationCallContext): Promise<PageResponse> {
  const { requestContext, url } = call;
  const result = await callRegistration(call, "page");
  if (result.kind === "ok") return result.data;
  const handling = chooseErrorHandling(requestContext, result);
  if (handling.kind !== "replaced") throw redirectByHandling(requestContext, handling);
  throw await retryWithNewerCookie(requestContext, url);
}

/** Redirects to the same URL after a moment, because the response to a concurrent request may bring a newer cookie. */
async function retryWithNewerCookie(requestContext: PortalRequestContext, url: URL): Promise<Response> {
  const retries = Number(url.searchParams.get("again") ?? 0);
  // False also for a value that is not a number.
  const mayRetry = retries < maxRetries;
  if (!mayRetry) return endRegistration(requestContext);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const query = new URLSearchParams(safeQuery(url));
  query.set("again", String(retries + 1));
  return redirect(`${url.pathname}?${query}`, 303);
}

/** The safe query of a URL without its province, which would undo the selected one. */
function queryWithoutProvince(url: URL): string {
  const moved = new URL(url);
  moved.searchParams.delete("province");
  return safeQuery(moved);
}

/**
 * Redirect for a URL whose page is not current. A URL of an earlier page goes back as far as that page first; after the
 * last page, every URL leads to the login page.
 */
async function redirectFromOtherPage(
  call: RegistrationCallContext,
  opened: RequestedScreen,
  { page, isPrefetched }: { page: PageResponse; isPrefetched: boolean },
) {
  const { requestContext, url } = call;
  if (opened.elsewhere !== undefined) return redirect(`${opened.elsewhere}${safeQuery(url)}`, 303);
  // The pages before the last one cannot be used again.
  if (flow[page.page].step === "DONE") return redirect(`/${safeQuery(url)}`, 303);
  let current: { page: Page; back: string | null } = page;
  for (let steps = 0; steps < pages.length; steps += 1) {
    if (isPrefetched || resolveRequestedPage(opened.pages, current) !== "stepBack") break;
    const result = await callRegistration(call, "back");
    if (result.kind !== "ok") return handleRegistrationFailure(requestContext, result);
    current = { page: tokenClaims(requestContext)?.page ?? "ACCOUNT_TYPE", back: null };
  }
  return redirectToCurrentPage(requestContext, url);
}
