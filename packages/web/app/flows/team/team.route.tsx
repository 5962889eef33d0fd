import "../../staff/staff.css";
import "./team.css";
import { teamRolesOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { isRejected } from "../../api/error-handling.rule.ts";
import { sessionLimit } from "../../form/expiry.server.ts";
import { readForm } from "../../form/form-error.ts";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { retryAt, textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import { type AgentSessionState, readAgentSession, signOutAgent } from "../../staff/agent-session.server.ts";
import { StaffSignInScreen } from "../../staff/sign-in.screen.tsx";
import { signInByForm, signInPage, signInStatus } from "../../staff/sign-in.server.ts";
import { NoRoleScreen } from "../../staff/staff-parts.tsx";
import type { Route } from "./+types/team.route";
import { TeamHomeScreen } from "./home.screen.tsx";
import { MaintenanceScreen } from "./maintenance.screen.tsx";
import { changeMaintenance, readMaintenance } from "./maintenance.server.ts";
import { NumbersScreen } from "./numbers.screen.tsx";
import { numbersView, readNumbers } from "./numbers.server.ts";
import type { TeamPage } from "./team-view.ts";

const teamTexts = ["team", "agent:signIn", "agent:otherPage", "agent:signOut", "agent:endsAt", "agent:ending"] as const;

const pageNames = ["home", "numbers", "maintenance"] as const;

export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const name = pageNames.find((known) => known === (params.page ?? "home"));
  if (name === undefined) return notFound(requestContext);
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return notFound(requestContext);
  const texts = textsFor(requestContext, [...teamTexts, "fields"]);
  const page = await pageFor(requestContext, session, { name, query: url.searchParams });
  return data({ page, texts, isCompact: true }, { status: statusOf(page) });
}

async function pageFor(
  requestContext: PortalRequestContext,
  session: Exclude<AgentSessionState, { kind: "closed" }>,
  { name, query }: { name: (typeof pageNames)[number]; query: URLSearchParams },
): Promise<TeamPage> {
  if (session.kind !== "signedIn") return signInPage(requestContext, session);
  const { agentId: who, idleEndsAt: idle, endsAt: latest } = session;
  const roles = teamRolesOf(session.roles);
  if (roles.length === 0) return { kind: "noRole", who, goTo: "agent" };
  const shared = { who, roles, limit: sessionLimit(requestContext, { idle, latest }) };
  if (name === "home") return { kind: "home", ...shared };
  if (!roles.includes(name === "numbers" ? "look" : "operate")) return { kind: "noRole", who, goTo: "team" };
  if (name === "maintenance")
    return { kind: "maintenance", ...shared, maintenance: await readMaintenance(requestContext, session) };
  const { days, result } = readNumbers(requestContext, session, query);
  const numbers = await result;
  if (numbers.kind === "ok")
    return { kind: "numbers", ...shared, numbers: numbersView(requestContext, numbers.data, days) };
  if (!isRejected(numbers, { status: 429 })) return { kind: "noNumbers", ...shared, why: "unavailable" };
  return { kind: "noNumbers", ...shared, why: "limited", retryAt: retryAt(requestContext, numbers.retryAfterSeconds) };
}

function statusOf(page: TeamPage): number {
  if (page.kind === "signIn") return signInStatus(page);
  if (page.kind === "noNumbers") return page.why === "limited" ? 429 : 503;
  if (page.kind === "maintenance") return page.maintenance === undefined ? 503 : 200;
  return page.kind === "noRole" ? 403 : 200;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  if (requestContext.api.serviceCredential === undefined) return rejectUnknownPost();
  if (values.act === "signIn") return signInByForm(requestContext, values, "team");
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return rejectUnknownPost();
  if (session.kind === "signedIn" && params.page === "maintenance" && session.roles.includes("operate"))
    return changeMaintenance(requestContext, session, values);
  if (session.kind === "signedIn" && values.act === "signOut") await signOutAgent(requestContext, session);
  return redirect("/team", 303);
}

export const handle: ScreenHandle = { isHelp: true };

export default function TeamRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("exits" in loaderData) return <RoadblockPage facts={loaderData} />;
  const { page } = loaderData;
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  if (page.kind === "signIn") return <StaffSignInScreen at="team" page={page} refused={refused} />;
  if (page.kind === "noRole") return <NoRoleScreen at="team" page={page} />;
  if (page.kind === "maintenance") {
    const result = actionData && "kind" in actionData ? actionData : undefined;
    return <MaintenanceScreen page={page} result={result} />;
  }
  return page.kind === "home" ? <TeamHomeScreen page={page} /> : <NumbersScreen page={page} />;
}
