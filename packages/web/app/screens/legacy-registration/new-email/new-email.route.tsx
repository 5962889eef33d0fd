import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/new-email.route";
import { NewEmailScreen } from "./new-email.screen.tsx";

export { action, loader } from "./new-email.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function NewEmailRoute({ actionData }: Route.ComponentProps) {
  return <NewEmailScreen refusal={actionData} />;
}
