import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/new-email.route";
import { AddressScreen } from "./new-email.screen.tsx";

export { action, loader } from "./new-email.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function NewEmailRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <AddressScreen data={loaderData} refusal={actionData} />;
}
