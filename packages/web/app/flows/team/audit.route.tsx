import type { ScreenHandle } from "../../frame/frame.tsx";
import type { Route } from "./+types/audit.route";
import { AuditScreen } from "./audit.screen.tsx";
import { auditView } from "./audit.server.ts";
import type { AuditPage } from "./audit-view.ts";
import { teamAction, teamLoader } from "./team-page.server.ts";
import { TeamPage } from "./team-page.tsx";

export const loader = teamLoader<AuditPage>("operate", async ({ requestContext, session, shared, query }) => {
  const { view: audit, status } = await auditView(requestContext, session, query);
  return { page: { kind: "audit", ...shared, audit }, status };
});

export const action = teamAction();

export const handle: ScreenHandle = { isHelp: true };

export default function AuditRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <TeamPage data={loaderData} refused={refused}>
      {(page) => <AuditScreen page={page} />}
    </TeamPage>
  );
}
