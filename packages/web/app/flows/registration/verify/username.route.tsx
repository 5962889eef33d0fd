import type { Route } from "./+types/username.route";
import { UsernameScreen } from "./username.screen.tsx";

export { action, loader } from "./username.journey.server.ts";

export default function UsernameRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <UsernameScreen data={loaderData} refusal={actionData} />;
}
