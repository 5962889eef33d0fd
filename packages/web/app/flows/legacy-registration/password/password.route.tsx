import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/password.route";
import { FirstPasswordScreen } from "./password.screen.tsx";

export { action, loader } from "./password.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function FirstPasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <FirstPasswordScreen data={loaderData} refusal={actionData} />;
}
