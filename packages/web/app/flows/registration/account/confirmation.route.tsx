import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/confirmation.route";
import { ConfirmationScreen } from "./confirmation.screen.tsx";

export { action, loader } from "./confirmation.journey.server.ts";

export const handle: ScreenHandle = { hasBand: true };

export default function ConfirmationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmationScreen data={loaderData} handOff={actionData} />;
}
