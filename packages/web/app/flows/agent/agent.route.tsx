import type { ScreenHandle } from "../../frame/frame.tsx";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import type { Route } from "./+types/agent.route";
import "./agent.css";
import { CaseScreen } from "./case.screen.tsx";
import { FindScreen } from "./find.screen.tsx";
import { SignInScreen } from "./sign-in.screen.tsx";

export { action, loader } from "./agent.journey.server.ts";

export const handle: ScreenHandle = { isHelp: true };

export default function AgentRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("ways" in loaderData) return <RoadblockPage facts={loaderData} />;
  const { page } = loaderData;
  const refused =
    actionData !== null && actionData !== undefined && "refused" in actionData ? actionData.refused : undefined;
  if (page.kind === "signIn") return <SignInScreen page={page} refused={refused} />;
  const searched = actionData !== null && actionData !== undefined && "search" in actionData ? actionData : undefined;
  return page.kind === "find" ? <FindScreen page={page} searched={searched} /> : <CaseScreen page={page} />;
}
