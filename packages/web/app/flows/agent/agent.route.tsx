import "../../staff/staff.css";
import "./agent.css";
import { type AgentRole, agentLinks, resettableLimitIds } from "@vestibule/catalogue/support.table.ts";
import { checkReference, normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { agentRoleOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { type FailedResult, isRejected } from "../../api/error-handling.rule.ts";
import { sessionLimit } from "../../form/expiry.server.ts";
import { readForm } from "../../form/form-error.ts";
import type { FormValues } from "../../form/form-values.ts";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { retryAt, textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import { consume } from "../../session/session-slice.server.ts";
import {
  type AgentSessionState,
  readAgentSession,
  type SignedInAgent,
  signOutAgent,
} from "../../staff/agent-session.server.ts";
import type { AgentRefusal, AgentResult } from "../../staff/session-slice.server.ts";
import { StaffSignInScreen } from "../../staff/sign-in.screen.tsx";
import { signInByForm, signInPage, signInStatus } from "../../staff/sign-in.server.ts";
import { NoRoleScreen } from "../../staff/staff-parts.tsx";
import type { Route } from "./+types/agent.route";
import { agentPath } from "./agent-parts.tsx";
import type { AgentPage } from "./agent-view.ts";
import { CaseScreen } from "./case.screen.tsx";
import { caseView, requestViews } from "./case-view.server.ts";
import { FindScreen } from "./find.screen.tsx";
import { openJourney, searchJourneys } from "./search.server.ts";
import { supportDesk } from "./support-desk.server.ts";

export async function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return notFound(requestContext);
  const texts = textsFor(requestContext, ["agent", "fields"]);
  const page = await pageFor(requestContext, session, url.searchParams.get("reference") ?? undefined);
  return data({ page, texts, isCompact: true }, { status: statusOf(page) });
}

async function pageFor(
  requestContext: PortalRequestContext,
  session: Exclude<AgentSessionState, { kind: "closed" }>,
  typed: string | undefined,
): Promise<AgentPage> {
  if (session.kind !== "signedIn") return signInPage(requestContext, session);
  const role = agentRoleOf(session.roles);
  if (role === undefined) return { kind: "noRole", who: session.agentId, goTo: "team" };
  return agentPage(requestContext, { ...session, role }, typed);
}

function statusOf(page: AgentPage): number {
  if (page.kind === "signIn") return signInStatus(page);
  if (page.kind === "noRole") return 403;
  if (page.kind !== "find" || page.notice === undefined) return 200;
  return { misread: 400, unknown: 404, elsewhere: 404, limited: 429, unavailable: 503 }[page.notice];
}

async function agentPage(
  requestContext: PortalRequestContext,
  session: SignedInAgent & { role: AgentRole },
  typed: string | undefined,
): Promise<AgentPage> {
  const { agentId: agent, role, idleEndsAt, endsAt } = session;
  const shared = { agent, role, limit: sessionLimit(requestContext, { idle: idleEndsAt, latest: endsAt }) };
  const desk = supportDesk(requestContext, session);
  if (typed === undefined || typed.trim() === "") {
    const listed = await desk.requests();
    const requests = listed.kind === "ok" ? requestViews(requestContext, listed.data.requests, role) : [];
    return { kind: "find", ...shared, requests };
  }
  if (!checkReference(typed)) return { kind: "find", ...shared, typed: typed.slice(0, 20), notice: "misread" };
  const result = await desk.look(normaliseReference(typed));
  if (result.kind === "ok") {
    const flash = consume(session.slice, "flash");
    return { kind: "case", ...shared, flash, supportCase: caseView(requestContext, result.data, role) };
  }
  if (isRejected(result, { status: 429 })) {
    const limitEnd = retryAt(requestContext, result.retryAfterSeconds);
    return { kind: "find", ...shared, typed, notice: "limited", retryAt: limitEnd };
  }
  const isUnknown = isRejected(result, { status: 404 });
  const otherBrand = isUnknown ? otherBrandOf(result.error.fields) : undefined;
  if (otherBrand !== undefined) return { kind: "find", ...shared, typed, notice: "elsewhere", otherBrand };
  return { kind: "find", ...shared, typed, notice: isUnknown ? "unknown" : "unavailable" };
}

/** Each brand's page opens its own references only; for another brand's reference it links to that brand's page. */
function otherBrandOf({ name, portal }: Record<string, string> = {}): { brand: string; url?: string } | undefined {
  if (name === undefined) return undefined;
  return { brand: name, ...(portal && { url: `${portal}${agentPath}` }) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  if (requestContext.api.serviceCredential === undefined) return rejectUnknownPost();
  if (values.act === "signIn") return signInByForm(requestContext, values, "agent");
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return rejectUnknownPost();
  if (session.kind !== "signedIn") return redirect(agentPath, 303);
  if (values.act === "signOut") {
    await signOutAgent(requestContext, session);
    return redirect(agentPath, 303);
  }
  if (agentRoleOf(session.roles) === undefined) return redirect(agentPath, 303);
  if (values.act === "search") return renderSearchResults(requestContext, session, values.subject ?? "");
  if (values.act === "open") return redirect(agentUrl(await openJourney(requestContext, session, values)), 303);
  const reference = normaliseReference(values.reference ?? "").slice(0, 20);
  if (checkReference(reference)) {
    const flash = await performAction(supportDesk(requestContext, session), reference, values);
    if (flash !== undefined) session.slice.flash = flash;
  }
  return redirect(agentUrl(reference), 303);
}

/** Renders the results in the response to the POST, so that the search term appears in no URL. */
async function renderSearchResults(requestContext: PortalRequestContext, session: SignedInAgent, subject: string) {
  const search = await searchJourneys(requestContext, session, subject);
  return data({ search, subject }, { status: searchStatus[search.kind] });
}

const searchStatus = { found: 200, none: 404, format: 400, limited: 429, unavailable: 503 } as const;

function agentUrl(reference: string | undefined): string {
  return reference === undefined ? agentPath : `${agentPath}?${new URLSearchParams({ reference })}`;
}

/** Performs the action of the button that was pressed. Returns undefined where the form only looks up a reference. */
async function performAction(
  desk: ReturnType<typeof supportDesk>,
  code: string,
  values: FormValues,
): Promise<AgentResult | undefined> {
  const limit = resettableLimitIds.find((id) => id === values.limit);
  const link = agentLinks.find((id) => id === values.link);
  if (values.act === "lift" && limit !== undefined) return describeResult("lift", await desk.lift(code, { limit }));
  if (values.act === "unlock") return describeResult("unlock", await desk.unlock(code));
  if (values.act === "unfreeze") return describeResult("unfreeze", await desk.unfreeze(code));
  if (values.act === "keep" || values.act === "putBack")
    return describeResult(values.act, await desk.change(code, values.change ?? "", { verdict: values.act }));
  if (values.act === "link" && link !== undefined) {
    const result = await desk.link(code, { action: link, ...(values.email && { email: values.email }) });
    return describeResult(result.kind === "ok" && result.data.request ? "request" : "link", result);
  }
  if (values.act === "waive") return describeResult("waive", await desk.waive(code));
  if (values.act === "approve") return describeResult("approve", await desk.approve(values.request ?? ""));
  if (values.act === "refuse") return describeResult("refuse", await desk.refuse(values.request ?? ""));
  return undefined;
}

/** What the next page says after an action. An action that had nothing to do is not `done`. */
function describeResult(
  what: Extract<AgentResult, { kind: "done" }>["what"],
  result: AccountCallResult<{ done: boolean } | { request: unknown }>,
): AgentResult {
  if (result.kind !== "ok") return { kind: "refused", why: refusalOf(result) };
  return { kind: "done", what: "done" in result.data && !result.data.done ? "nothing" : what };
}

/** Refusals by the fault of the e-mail in the API's error, or by the action that it names. */
const refusals: Readonly<Record<string, AgentRefusal>> = {
  email: "email",
  alreadyExists: "taken",
  required: "missing",
  ownRequest: "ownRequest",
  notOpen: "notOpen",
  alreadyRequested: "alreadyRequested",
};

function refusalOf(result: FailedResult): AgentRefusal {
  if (isRejected(result, { status: 429 })) return "limited";
  const { email, act } = (result.kind === "error" && result.error.fields) || {};
  return refusals[email ?? act ?? ""] ?? "other";
}

/** A search that finds nothing removes the notice of the reference before it, and extends the session. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formData?.get("act") === "search" || defaultShouldRevalidate;
}

export const handle: ScreenHandle = { isHelp: true };

export default function AgentRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("exits" in loaderData) return <RoadblockPage facts={loaderData} />;
  const { page } = loaderData;
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  if (page.kind === "signIn") return <StaffSignInScreen at="agent" page={page} refused={refused} />;
  if (page.kind === "noRole") return <NoRoleScreen at="agent" page={page} />;
  const searched = actionData && "search" in actionData ? actionData : undefined;
  return page.kind === "find" ? <FindScreen page={page} searched={searched} /> : <CaseScreen page={page} />;
}
