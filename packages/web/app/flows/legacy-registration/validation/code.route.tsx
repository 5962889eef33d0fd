import type { ScreenHandle } from "../../../frame/frame.tsx";
import { RoadblockPage } from "../../../roadblock/roadblock-page.tsx";
import type { Route } from "./+types/code.route";
import { LegacyCodeScreen } from "./code.screen.tsx";

export { action, loader } from "./code.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function LegacyCodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("ways" in loaderData) return <RoadblockPage facts={loaderData} />;
  return <LegacyCodeScreen data={loaderData} refusal={actionData ?? undefined} />;
}
