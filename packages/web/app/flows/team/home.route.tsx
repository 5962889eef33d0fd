import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/home.route";
import { TeamHomeScreen } from "./home.screen.tsx";
import { teamAction, teamLoader } from "./team-page.server.ts";
import type { HomePage } from "./team-view.ts";

export const loader = teamLoader<HomePage>("any", async ({ shared }) => ({
  page: { kind: "home", ...shared },
  status: 200,
}));

export const action = teamAction();

export default function TeamHomeRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <StaffPage at="team" data={loaderData} refused={refused}>
      {(page) => <TeamHomeScreen page={page} />}
    </StaffPage>
  );
}
