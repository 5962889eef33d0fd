import type { ScreenHandle } from "../../../frame/frame.tsx";
import { AddressScreen } from "../new-email/new-email.screen.tsx";
import type { Route } from "./+types/account-email.route";

export { action, loader } from "./account-email.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

export default function AccountEmailRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <AddressScreen data={loaderData} refusal={actionData} />;
}
