import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import { teamRolesOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { sessionLimit } from "../../form/expiry.server.ts";
import { readForm } from "../../form/form-error.ts";
import type { FormValues } from "../../form/form-values.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../roadblock/not-found.server.ts";
import { readAgentSession, type SignedInAgent, signOutAgent } from "../../staff/agent-session.server.ts";
import { signInByForm, signInPage, signInStatus } from "../../staff/sign-in.server.ts";
import type { EntryPage, SignedInPage } from "./team-view.ts";

const teamTexts = [
  "team",
  "teamDesk",
  "agent:signIn",
  "agent:otherPage",
  "agent:signOut",
  "agent:endsAt",
  "agent:ending",
] as const;

/** A signed-in member of the team at a page that their roles open. */
interface OpenedPage {
  requestContext: PortalRequestContext;
  session: SignedInAgent;
  shared: SignedInPage;
  query: URLSearchParams;
}

/** Creates the loader of a page that a role opens, or any role of the team. Without one, it says so or signs in. */
export function teamLoader<Page>(
  role: TeamRole | "any",
  read: (opened: OpenedPage) => Promise<{ page: Page; status: number }>,
) {
  return async ({ url, context }: LoaderFunctionArgs) => {
    const requestContext = context.get(requestContextKey);
    const session = await readAgentSession(requestContext);
    if (session.kind === "closed") return notFound(requestContext);
    const texts = textsFor(requestContext, [...teamTexts, "fields"]);
    const respond = (page: EntryPage | Page, status: number) => data({ page, texts, isCompact: true }, { status });
    if (session.kind !== "signedIn") {
      const page = signInPage(requestContext, session);
      return respond(page, signInStatus(page));
    }
    const { agentId: who, idleEndsAt: idle, endsAt: latest } = session;
    const roles = teamRolesOf(session.roles);
    if (roles.length === 0) return respond({ kind: "noRole", who, goTo: "agent" }, 403);
    if (role !== "any" && !roles.includes(role)) return respond({ kind: "noRole", who, goTo: "team" }, 403);
    const shared = { who, roles, limit: sessionLimit(requestContext, { idle, latest }) };
    const { page, status } = await read({ requestContext, session, shared, query: url.searchParams });
    return respond(page, status);
  };
}

/** Creates the action of a page: it signs in and out, and performs what the role of `form` may do there. */
export function teamAction<Result = never>(form?: {
  role: TeamRole;
  perform: (requestContext: PortalRequestContext, session: SignedInAgent, values: FormValues) => Promise<Result>;
}) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const requestContext = context.get(requestContextKey);
    const values = await readForm(request);
    if (requestContext.api.serviceCredential === undefined) return rejectUnknownPost();
    if (values.act === "signIn") return signInByForm(requestContext, values, "team");
    const session = await readAgentSession(requestContext);
    if (session.kind === "closed") return rejectUnknownPost();
    if (session.kind === "signedIn" && form !== undefined && session.roles.includes(form.role))
      return form.perform(requestContext, session, values);
    if (session.kind === "signedIn" && values.act === "signOut") await signOutAgent(requestContext, session);
    return redirect("/team", 303);
  };
}
