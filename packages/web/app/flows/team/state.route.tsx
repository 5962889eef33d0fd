import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/state.route";
import { checkServer, readState } from "./desk.server.ts";
import type { StatePage } from "./desk-view.ts";
import { StateScreen } from "./state.screen.tsx";
import { teamAction, teamLoader } from "./team-page.server.ts";

export const loader = teamLoader<StatePage>("operate", async ({ requestContext, session, shared }) => {
  const state = await readState(requestContext, session);
  return { page: { kind: "state", ...shared, state }, status: state === undefined ? 503 : 200 };
});

export const action = teamAction({ role: "operate", perform: checkServer });

export default function StateRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const result = actionData && "kind" in actionData ? actionData : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <StateScreen page={page} result={result} />}
    </StaffPage>
  );
}
