import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/validation.route";
import { ValidationScreen } from "./validation.screen.tsx";

export { action, loader } from "./validation.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function ValidationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ValidationScreen data={loaderData} refusal={actionData} />;
}
