import type { Route } from "./+types/verify-options.route";
import { VerifyOptionsScreen } from "./verify-options.screen.tsx";

export { action, loader } from "./verify-options.journey.server.ts";

export default function VerifyOptionsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyOptionsScreen data={loaderData} refusal={actionData} />;
}
