import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/maintenance.route";
import { MaintenanceScreen } from "./maintenance.screen.tsx";
import { changeMaintenance, readMaintenance } from "./maintenance.server.ts";
import { teamAction, teamLoader } from "./team-page.server.ts";
import type { MaintenancePage } from "./team-view.ts";

export const loader = teamLoader<MaintenancePage>("operate", async ({ requestContext, session, shared }) => {
  const maintenance = await readMaintenance(requestContext, session);
  return { page: { kind: "maintenance", ...shared, maintenance }, status: maintenance === undefined ? 503 : 200 };
});

export const action = teamAction({ role: "operate", perform: changeMaintenance });

export default function MaintenanceRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const result = actionData && "kind" in actionData ? actionData : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <MaintenanceScreen page={page} result={result} />}
    </StaffPage>
  );
}
