import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/audit.route";
import { AuditScreen } from "./audit.screen.tsx";
import { auditView } from "./audit.server.ts";
import type { AuditPage } from "./audit-view.ts";
import { teamAction, teamLoader } from "./team-page.server.ts";

export const loader = teamLoader<AuditPage>("operate", async ({ requestContext, session, shared, query }) => {
  const { view: audit, status } = await auditView(requestContext, session, query);
  return { page: { kind: "audit", ...shared, audit }, status };
});

export const action = teamAction();

export default function AuditRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <AuditScreen page={page} />}
    </StaffPage>
  );
}
