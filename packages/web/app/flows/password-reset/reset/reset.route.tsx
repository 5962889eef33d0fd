import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/reset.route";
import { ResetScreen } from "./reset.screen.tsx";
import { ResetDoneScreen } from "./reset-done.screen.tsx";

export { action, loader } from "./reset.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function ResetRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page } = loaderData;
  if (page.kind === "handOff") return <ResetDoneScreen {...page.handOff} />;
  return <ResetScreen data={page.data} refusal={actionData} />;
}
