import "../../staff/staff.css";
import { teamRolesOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { sessionLimit } from "../../form/expiry.server.ts";
import { readForm } from "../../form/form-error.ts";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import { type AgentSessionState, readAgentSession, signOutAgent } from "../../staff/agent-session.server.ts";
import { StaffSignInScreen } from "../../staff/sign-in.screen.tsx";
import { signInByForm, signInPage, signInStatus } from "../../staff/sign-in.server.ts";
import { NoRoleScreen } from "../../staff/staff-parts.tsx";
import type { Route } from "./+types/team.route";
import { TeamHomeScreen } from "./home.screen.tsx";
import type { TeamPage } from "./team-view.ts";

const teamTexts = ["team", "agent:signIn", "agent:otherPage", "agent:signOut", "agent:endsAt", "agent:ending"] as const;

export async function loader({ context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return notFound(requestContext);
  const texts = textsFor(requestContext, [...teamTexts, "fields"]);
  const page = pageFor(requestContext, session);
  return data({ page, texts, isCompact: true }, { status: statusOf(page) });
}

function pageFor(
  requestContext: PortalRequestContext,
  session: Exclude<AgentSessionState, { kind: "closed" }>,
): TeamPage {
  if (session.kind !== "signedIn") return signInPage(requestContext, session);
  const { agentId: who, idleEndsAt: idle, endsAt: latest } = session;
  const roles = teamRolesOf(session.roles);
  if (roles.length === 0) return { kind: "noRole", who };
  return { kind: "home", who, roles, limit: sessionLimit(requestContext, { idle, latest }) };
}

function statusOf(page: TeamPage): number {
  if (page.kind === "signIn") return signInStatus(page);
  return page.kind === "noRole" ? 403 : 200;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  if (requestContext.api.serviceCredential === undefined) return rejectUnknownPost();
  if (values.act === "signIn") return signInByForm(requestContext, values, "team");
  const session = await readAgentSession(requestContext);
  if (session.kind === "closed") return rejectUnknownPost();
  if (session.kind === "signedIn" && values.act === "signOut") await signOutAgent(requestContext, session);
  return redirect("/team", 303);
}

export const handle: ScreenHandle = { isHelp: true };

export default function TeamRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("exits" in loaderData) return <RoadblockPage facts={loaderData} />;
  const { page } = loaderData;
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  if (page.kind === "signIn") return <StaffSignInScreen at="team" page={page} refused={refused} />;
  if (page.kind === "noRole") return <NoRoleScreen at="team" who={page.who} />;
  return <TeamHomeScreen page={page} />;
}
