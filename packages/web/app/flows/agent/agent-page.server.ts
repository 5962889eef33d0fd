import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import { agentRoleOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { sessionLimit } from "../../form/expiry.server.ts";
import { readForm } from "../../form/form-error.ts";
import type { FormValues } from "../../form/form-values.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../roadblock/not-found.server.ts";
import { readAgentSession, type SignedInAgent, signOutAgent } from "../../staff/agent-session.server.ts";
import { signInByForm, signInPage, signInStatus } from "../../staff/sign-in.server.ts";
import type { NoRolePage, SignInPage } from "../../staff/sign-in-view.ts";
import { agentPath } from "./agent-parts.tsx";
import type { SignedInAgentPage } from "./agent-view.ts";

interface OpenedPage {
  requestContext: PortalRequestContext;
  session: SignedInAgent;
  role: AgentRole;
  shared: SignedInAgentPage;
  /** The reference in the URL; empty without one. */
  typed: string;
}

/** Creates the loader of a page of the agents. Without a session it signs in; without a role of an agent it says so. */
export function agentLoader<Page>(read: (opened: OpenedPage) => Promise<{ page: Page; status: number }>) {
  return async ({ url, context }: LoaderFunctionArgs) => {
    const requestContext = context.get(requestContextKey);
    const session = await readAgentSession(requestContext);
    if (session.kind === "closed") return notFound(requestContext);
    const texts = textsFor(requestContext, ["agent", "fields"]);
    const respond = (page: SignInPage | NoRolePage | Page, status: number) =>
      data({ page, texts, isCompact: true }, { status });
    if (session.kind !== "signedIn") {
      const page = signInPage(requestContext, session);
      return respond(page, signInStatus(page));
    }
    const { agentId: agent, idleEndsAt: idle, endsAt: latest } = session;
    const role = agentRoleOf(session.roles);
    if (role === undefined) return respond({ kind: "noRole", who: agent, goTo: "team" }, 403);
    const shared = { agent, role, limit: sessionLimit(requestContext, { idle, latest }) };
    const typed = url.searchParams.get("reference")?.trim() ?? "";
    const { page, status } = await read({ requestContext, session, role, shared, typed });
    return respond(page, status);
  };
}

/** Creates the action of a page of the agents: it signs in and out, and performs what an agent may do there. */
export function agentAction<Result>(
  perform: (requestContext: PortalRequestContext, session: SignedInAgent, values: FormValues) => Promise<Result>,
) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const requestContext = context.get(requestContextKey);
    const values = await readForm(request);
    if (requestContext.api.serviceCredential === undefined) return rejectUnknownPost();
    if (values.act === "signIn") return signInByForm(requestContext, values, "agent");
    const session = await readAgentSession(requestContext);
    if (session.kind === "closed") return rejectUnknownPost();
    if (session.kind === "signedIn" && values.act === "signOut") await signOutAgent(requestContext, session);
    else if (session.kind === "signedIn" && agentRoleOf(session.roles) !== undefined)
      return perform(requestContext, session, values);
    return redirect(agentPath, 303);
  };
}
