import type { Route } from "./+types/account-type.route";
import { AccountTypeScreen } from "./account-type.screen.tsx";

export { action, loader } from "./account-type.journey.server.ts";

export default function AccountTypeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountTypeScreen data={loaderData} refusal={actionData} />;
}
