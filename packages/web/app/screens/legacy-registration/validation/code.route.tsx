import type { ScreenHandle } from "../../../frame/frame.tsx";
import { NotFound } from "../../not-found/not-found.tsx";
import type { Route } from "./+types/code.route";
import { LegacyCodeScreen } from "./code.screen.tsx";

export { action, loader } from "./code.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function LegacyCodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData === null) return <NotFound />;
  return <LegacyCodeScreen data={loaderData} refusal={actionData ?? undefined} />;
}
