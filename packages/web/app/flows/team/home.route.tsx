import type { ScreenHandle } from "../../frame/frame.tsx";
import type { Route } from "./+types/home.route";
import { TeamHomeScreen } from "./home.screen.tsx";
import { teamAction, teamLoader } from "./team-page.server.ts";
import { TeamPage } from "./team-page.tsx";
import type { HomePage } from "./team-view.ts";

export const loader = teamLoader<HomePage>("any", async ({ shared }) => ({
  page: { kind: "home", ...shared },
  status: 200,
}));

export const action = teamAction();

export const handle: ScreenHandle = { isHelp: true };

export default function TeamHomeRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <TeamPage data={loaderData} refused={refused}>
      {(page) => <TeamHomeScreen page={page} />}
    </TeamPage>
  );
}
