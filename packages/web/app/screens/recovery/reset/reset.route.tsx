import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/reset.route";
import { ResetScreen } from "./reset.screen.tsx";

export { action, loader } from "./reset.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function ResetRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetScreen data={loaderData} refusal={actionData} />;
}
