import type { Route } from "./+types/verify-code.route";
import { VerifyCodeScreen } from "./verify-code.screen.tsx";

export { action, loader } from "./verify-code.journey.server.ts";

export default function VerifyCodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyCodeScreen data={loaderData} refusal={actionData} />;
}
