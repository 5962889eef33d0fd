import type { Route } from "./+types/forgot.route";
import { ForgotScreen } from "./forgot.screen.tsx";

export { action, loader } from "./forgot.journey.server.ts";

export default function ForgotRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ForgotScreen data={loaderData} refusal={actionData} />;
}
