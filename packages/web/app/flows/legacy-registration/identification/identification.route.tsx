import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/identification.route";
import { LegacyIdentificationScreen } from "./identification.screen.tsx";

export { action, loader } from "./identification.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function LegacyIdentificationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <LegacyIdentificationScreen data={loaderData} refusal={actionData} />;
}
